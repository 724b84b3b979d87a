build-sid/tool-obj/tools/analysis/validity.c.o: tools/analysis/validity.c \
 tools/analysis/validity.h tools/analysis/selftest.h \
 tools/analysis/metrics.h tools/analysis/name_index.h \
 tools/base/number_map.h tools/analysis/timing.h tools/record/result.h \
 lib/wire/wire.h lib/wire/wire.def lib/wire/flow.def tools/base/arena.h \
 tools/record/log.h tools/stats/stats.h tools/record/point.h \
 tools/base/alloc.h tools/base/utf8.h
tools/analysis/validity.h:
tools/analysis/selftest.h:
tools/analysis/metrics.h:
tools/analysis/name_index.h:
tools/base/number_map.h:
tools/analysis/timing.h:
tools/record/result.h:
lib/wire/wire.h:
lib/wire/wire.def:
lib/wire/flow.def:
tools/base/arena.h:
tools/record/log.h:
tools/stats/stats.h:
tools/record/point.h:
tools/base/alloc.h:
tools/base/utf8.h:
