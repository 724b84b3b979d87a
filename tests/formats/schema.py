# SPDX-License-Identifier: MIT
# Validate results files by the published schema, and see that it knows every key that is written:
# here, unlike for a reader, a key that it does not name is an error.
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
