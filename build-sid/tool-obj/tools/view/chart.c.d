build-sid/tool-obj/tools/view/chart.c.o: tools/view/chart.c \
 tools/view/chart.h tools/table/table.h tools/analysis/name_index.h \
 tools/base/number_map.h tools/base/arena.h tools/stats/stats.h \
 tools/table/chart.h tools/view/plot/plot.h tools/base/exit_status.h \
 tools/table/number.h tools/view/cell.h
tools/view/chart.h:
tools/table/table.h:
tools/analysis/name_index.h:
tools/base/number_map.h:
tools/base/arena.h:
tools/stats/stats.h:
tools/table/chart.h:
tools/view/plot/plot.h:
tools/base/exit_status.h:
tools/table/number.h:
tools/view/cell.h:
