"""The published JSON Schema."""

from __future__ import annotations

import json

import jsonschema
import pytest

from pencilmark.exchange import json_schema
from pencilmark.rules import REGISTRY
from tools.gen_schema import TARGET, schema_text


def test_schema_file_is_current() -> None:
    assert TARGET.read_text(encoding="utf-8") == schema_text(), "run python -m tools.gen_schema"


def test_schema_is_a_schema() -> None:
    jsonschema.Draft202012Validator.check_schema(json_schema())
    assert json.loads(schema_text()) == json.loads(json.dumps(json_schema()))


@pytest.mark.parametrize("cls", REGISTRY, ids=lambda cls: cls.__name__)
def test_every_rule_kind_is_in_the_schema(cls: type) -> None:
    schema = json_schema()
    assert schema["$defs"][cls.__name__]["description"] == cls.__doc__
    assert {"$ref": f"#/$defs/{cls.__name__}"} in schema["$defs"]["Document"]["properties"]["rules"]["items"]["anyOf"]
