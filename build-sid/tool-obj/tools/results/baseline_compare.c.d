build-sid/tool-obj/tools/results/baseline_compare.c.o: \
 tools/results/baseline_compare.c lib/text/string.h tools/base/alloc.h \
 tools/record/catalogue.h tools/results/baseline.h tools/record/result.h \
 lib/wire/wire.h lib/wire/wire.def lib/wire/flow.def tools/base/arena.h \
 tools/record/log.h
lib/text/string.h:
tools/base/alloc.h:
tools/record/catalogue.h:
tools/results/baseline.h:
tools/record/result.h:
lib/wire/wire.h:
lib/wire/wire.def:
lib/wire/flow.def:
tools/base/arena.h:
tools/record/log.h:
