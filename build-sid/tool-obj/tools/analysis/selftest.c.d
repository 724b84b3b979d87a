build-sid/tool-obj/tools/analysis/selftest.c.o: tools/analysis/selftest.c \
 tools/analysis/selftest.h tools/analysis/metrics.h \
 tools/analysis/name_index.h tools/base/number_map.h \
 tools/analysis/timing.h tools/record/result.h lib/wire/wire.h \
 lib/wire/wire.def lib/wire/flow.def tools/base/arena.h \
 tools/record/log.h tools/stats/stats.h tools/record/point.h \
 tools/analysis/core_clock.h
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
tools/analysis/core_clock.h:
