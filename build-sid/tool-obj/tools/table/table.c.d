build-sid/tool-obj/tools/table/table.c.o: tools/table/table.c \
 tools/table/table.h tools/analysis/name_index.h tools/base/number_map.h \
 tools/base/arena.h tools/stats/stats.h tools/table/chart.h \
 tools/base/exit_status.h
tools/table/table.h:
tools/analysis/name_index.h:
tools/base/number_map.h:
tools/base/arena.h:
tools/stats/stats.h:
tools/table/chart.h:
tools/base/exit_status.h:
