# SPDX-License-Identifier: MIT
# Validate results files with the published schema, and check that the schema has every written key.
# Unlike in a reader, an unknown key is an error here.
# usage: schema.py SCHEMA FILE...
import json
import sys

import jsonschema


def forbid_others(schema):
    if isinstance(schema, dict):
        if "properties" in schema:
            schema.setdefault("additionalProperties", False)
        for part in schema.values():
            forbid_others(part)
    elif isinstance(schema, list):
        for part in schema:
            forbid_others(part)


with open(sys.argv[1]) as file:
    schema = json.load(file)
jsonschema.Draft202012Validator.check_schema(schema)
forbid_others(schema)
for path in sys.argv[2:]:
    with open(path) as file:
        jsonschema.Draft202012Validator(schema).validate(json.load(file))
