# SPDX-License-Identifier: MIT
# Whether an export is what it says it is: by a JSON schema, and in what a schema can't say.
# usage: check_json.py FORMAT SCHEMA FILE
import json
import sys

import jsonschema


def fail(message):
    print(message)
    sys.exit(1)


# Every parent and every link is a span of the same trace, and nobody is born before the parent.
def check_otlp(trace):
    spans = [span for resource in trace["resourceSpans"]
             for scope in resource["scopeSpans"] for span in scope["spans"]]
    known = {(span["traceId"], span["spanId"]): span for span in spans}
    if len(known) != len(spans):
        fail("two spans have the same id")
    for span in spans:
        others = [link["spanId"] for link in span["links"]]
        parent = known.get((span["traceId"], span.get("parentSpanId")))
        if "parentSpanId" in span and parent is None:
            fail("a parent is missing: %s" % span)
        if any((span["traceId"], other) not in known for other in others):
            fail("a link leads nowhere: %s" % span)
        start, end = int(span["startTimeUnixNano"]), int(span["endTimeUnixNano"])
        if end < start or (parent and start < int(parent["startTimeUnixNano"])):
            fail("times run back: %s" % span)


# A flow begins and ends once, in that order, and something is critical.
def check_chrome(trace):
    begun = {}
    for event in trace["traceEvents"]:
        if event["ph"] == "s":
            begun[event["id"]] = event["ts"]
        elif event["ph"] == "f" and begun.pop(event["id"], event["ts"] + 1) > event["ts"]:
            fail("a flow ends that has not begun: %s" % event)
    if begun:
        fail("flows without an end: %s" % begun)
    if not any(event.get("cat") == "critical" for event in trace["traceEvents"]):
        fail("nothing is on a critical path")


with open(sys.argv[2]) as file:
    schema = json.load(file)
with open(sys.argv[3]) as file:
    document = json.load(file)
jsonschema.validate(document, schema)
{"otlp": check_otlp, "chrome": check_chrome}[sys.argv[1]](document)
