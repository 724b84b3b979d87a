# SPDX-License-Identifier: MIT
# Validate an export with its JSON schema, and check further rules of its format.
# usage: check_json.py FORMAT SCHEMA FILE [OTHER]
# OTHER is an export without common identifiers with FILE.
import json
import sys

import jsonschema


def fail(message):
    print(message)
    sys.exit(1)


def spans_of(trace):
    return [span for resource in trace["resourceSpans"]
            for scope in resource["scopeSpans"] for span in scope["spans"]]


def attribute(span, key):
    value = next(item["value"] for item in span["attributes"] if item["key"] == key)
    return next(iter(value.values()))


# The critical path's length is the response time. Its arcs are those of some spans.
def check_critical(spans):
    traces = {}
    for span in spans:
        traces.setdefault(span["traceId"], []).append(span)
    for trace in traces.values():
        begin = min(int(span["startTimeUnixNano"]) for span in trace)
        end = max(int(span["endTimeUnixNano"]) for span in trace)
        critical = sum(int(attribute(span, "critical_ns")) for span in trace)
        # Each span's time is rounded down, to a thousandth.
        if not end - begin - len(trace) <= critical <= end - begin:
            fail("critical for %d ns of %d: %s" % (critical, end - begin, trace[0]))


# Every parent and link is a span of the same trace, and no child starts before its parent.
def check_otlp(trace):
    spans = spans_of(trace)
    check_critical(spans)
    known = {(span["traceId"], span["spanId"]): span for span in spans}
    if len(known) != len(spans):
        fail("two spans have the same id")
    for span in spans:
        others = [link["spanId"] for link in span["links"]]
        parent = known.get((span["traceId"], span.get("parentSpanId")))
        if "parentSpanId" in span and parent is None:
            fail("a parent is missing: %s" % span)
        if any((span["traceId"], other) not in known for other in others):
            fail("a link without a target: %s" % span)
        start, end = int(span["startTimeUnixNano"]), int(span["endTimeUnixNano"])
        if end < start or (parent and start < int(parent["startTimeUnixNano"])):
            fail("times run back: %s" % span)


# Slices have the names of their objects and the right category.
def check_slice(event):
    arguments = event["args"]
    if arguments["objects"] and event["name"] != " ".join(arguments["objects"]):
        fail("a slice has another name than its objects: %s" % event)
    if (event["cat"] == "critical") != arguments["critical"] or \
            (event["cat"] == "blocked") != (arguments["blocked"] and not arguments["critical"]):
        fail("a slice has the wrong category: %s" % event)


# A flow begins and ends once, in that order, and some slices are critical.
def check_chrome(trace):
    for event in trace["traceEvents"]:
        if event["ph"] == "X":
            check_slice(event)
    if not any(event["name"] == "join" for event in trace["traceEvents"]):
        fail("no slice waits for a thread's end")
    begun = {}
    for event in trace["traceEvents"]:
        if event["ph"] == "s":
            begun[event["id"]] = event["ts"]
        elif event["ph"] == "f" and begun.pop(event["id"], event["ts"] + 1) > event["ts"]:
            fail("a flow ends before its begin: %s" % event)
    if begun:
        fail("flows without an end: %s" % begun)
    if not any(event.get("cat") == "critical" for event in trace["traceEvents"]):
        fail("no slice is on a critical path")


with open(sys.argv[2]) as file:
    schema = json.load(file)
with open(sys.argv[3]) as file:
    document = json.load(file)
jsonschema.validate(document, schema)
{"otlp": check_otlp, "chrome": check_chrome}[sys.argv[1]](document)
if len(sys.argv) > 4:
    with open(sys.argv[4]) as file:
        others = {span["spanId"] for span in spans_of(json.load(file))}
    if any(span["spanId"] in others for span in spans_of(document)):
        fail("two exports have an identifier in common")
