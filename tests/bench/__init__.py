"""Speed, measured: ``python -m tests.bench`` prints every figure of the README in one run."""
