build-sid/tool-obj/tools/results/baseline_report.c.o: \
 tools/results/baseline_report.c tools/base/alloc.h tools/base/file.h \
 tools/results/baseline.h tools/record/result.h lib/wire/wire.h \
 lib/wire/wire.def lib/wire/flow.def tools/base/arena.h \
 tools/record/log.h
tools/base/alloc.h:
tools/base/file.h:
tools/results/baseline.h:
tools/record/result.h:
lib/wire/wire.h:
lib/wire/wire.def:
lib/wire/flow.def:
tools/base/arena.h:
tools/record/log.h:
