build-sid/tool-obj/tools/results/json_traces.c.o: \
 tools/results/json_traces.c tools/results/json_traces.h \
 tools/base/json_text.h tools/base/out.h tools/record/result.h \
 lib/wire/wire.h lib/wire/wire.def lib/wire/flow.def tools/base/arena.h \
 tools/record/log.h lib/wire/base64.h tools/base/alloc.h \
 tools/record/json_record.h tools/base/json_scan.h
tools/results/json_traces.h:
tools/base/json_text.h:
tools/base/out.h:
tools/record/result.h:
lib/wire/wire.h:
lib/wire/wire.def:
lib/wire/flow.def:
tools/base/arena.h:
tools/record/log.h:
lib/wire/base64.h:
tools/base/alloc.h:
tools/record/json_record.h:
tools/base/json_scan.h:
