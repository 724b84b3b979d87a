build-sid/tool-obj/tools/run/baseline_cases.c.o: \
 tools/run/baseline_cases.c tools/run/baseline_cases.h \
 tools/results/baseline.h tools/record/result.h lib/wire/wire.h \
 lib/wire/wire.def lib/wire/flow.def tools/base/arena.h \
 tools/record/log.h tools/table/table.h tools/analysis/name_index.h \
 tools/base/number_map.h tools/stats/stats.h tools/table/chart.h
tools/run/baseline_cases.h:
tools/results/baseline.h:
tools/record/result.h:
lib/wire/wire.h:
lib/wire/wire.def:
lib/wire/flow.def:
tools/base/arena.h:
tools/record/log.h:
tools/table/table.h:
tools/analysis/name_index.h:
tools/base/number_map.h:
tools/stats/stats.h:
tools/table/chart.h:
