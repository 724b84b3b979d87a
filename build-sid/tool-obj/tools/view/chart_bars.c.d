build-sid/tool-obj/tools/view/chart_bars.c.o: tools/view/chart_bars.c \
 tools/record/result.h lib/wire/wire.h lib/wire/wire.def \
 lib/wire/flow.def tools/base/arena.h tools/record/log.h \
 tools/view/chart.h tools/table/table.h tools/analysis/name_index.h \
 tools/base/number_map.h tools/stats/stats.h tools/table/chart.h \
 tools/view/plot/plot.h
tools/record/result.h:
lib/wire/wire.h:
lib/wire/wire.def:
lib/wire/flow.def:
tools/base/arena.h:
tools/record/log.h:
tools/view/chart.h:
tools/table/table.h:
tools/analysis/name_index.h:
tools/base/number_map.h:
tools/stats/stats.h:
tools/table/chart.h:
tools/view/plot/plot.h:
