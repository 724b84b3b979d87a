build-sid/tool-obj/tools/view/chart_scale.c.o: tools/view/chart_scale.c \
 tools/view/chart.h tools/table/table.h tools/analysis/name_index.h \
 tools/base/number_map.h tools/base/arena.h tools/stats/stats.h \
 tools/table/chart.h tools/view/plot/plot.h
tools/view/chart.h:
tools/table/table.h:
tools/analysis/name_index.h:
tools/base/number_map.h:
tools/base/arena.h:
tools/stats/stats.h:
tools/table/chart.h:
tools/view/plot/plot.h:
