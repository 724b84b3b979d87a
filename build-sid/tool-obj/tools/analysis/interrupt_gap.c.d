build-sid/tool-obj/tools/analysis/interrupt_gap.c.o: \
 tools/analysis/interrupt_gap.c tools/analysis/interrupt_gap.h \
 tools/analysis/metrics.h tools/analysis/name_index.h \
 tools/base/number_map.h tools/analysis/timing.h tools/record/result.h \
 lib/wire/wire.h lib/wire/wire.def lib/wire/flow.def tools/base/arena.h \
 tools/record/log.h tools/stats/stats.h tools/record/point.h \
 tools/base/alloc.h
tools/analysis/interrupt_gap.h:
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
