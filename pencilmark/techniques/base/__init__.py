"""What all technique families share: the move buffer, work space, sets of cells."""
