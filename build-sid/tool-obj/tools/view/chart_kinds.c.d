build-sid/tool-obj/tools/view/chart_kinds.c.o: tools/view/chart_kinds.c \
 tools/record/result.h lib/wire/wire.h lib/wire/wire.def \
 lib/wire/flow.def tools/base/arena.h tools/record/log.h \
 tools/table/number.h tools/view/cell.h tools/table/table.h \
 tools/analysis/name_index.h tools/base/number_map.h tools/stats/stats.h \
 tools/table/chart.h tools/view/chart.h tools/view/plot/plot.h
tools/record/result.h:
lib/wire/wire.h:
lib/wire/wire.def:
lib/wire/flow.def:
tools/base/arena.h:
tools/record/log.h:
tools/table/number.h:
tools/view/cell.h:
tools/table/table.h:
tools/analysis/name_index.h:
tools/base/number_map.h:
tools/stats/stats.h:
tools/table/chart.h:
tools/view/chart.h:
tools/view/plot/plot.h:
