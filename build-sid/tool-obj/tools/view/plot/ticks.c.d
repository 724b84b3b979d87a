build-sid/tool-obj/tools/view/plot/ticks.c.o: tools/view/plot/ticks.c \
 tools/view/plot/ticks.h tools/table/table.h tools/analysis/name_index.h \
 tools/base/number_map.h tools/base/arena.h tools/stats/stats.h \
 tools/table/chart.h
tools/view/plot/ticks.h:
tools/table/table.h:
tools/analysis/name_index.h:
tools/base/number_map.h:
tools/base/arena.h:
tools/stats/stats.h:
tools/table/chart.h:
