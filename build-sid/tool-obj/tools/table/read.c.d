build-sid/tool-obj/tools/table/read.c.o: tools/table/read.c \
 tools/table/table.h tools/analysis/name_index.h tools/base/number_map.h \
 tools/base/arena.h tools/stats/stats.h tools/table/chart.h
tools/table/table.h:
tools/analysis/name_index.h:
tools/base/number_map.h:
tools/base/arena.h:
tools/stats/stats.h:
tools/table/chart.h:
