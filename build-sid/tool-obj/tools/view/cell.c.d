build-sid/tool-obj/tools/view/cell.c.o: tools/view/cell.c \
 tools/view/cell.h tools/table/table.h tools/analysis/name_index.h \
 tools/base/number_map.h tools/base/arena.h tools/stats/stats.h \
 tools/table/chart.h tools/record/point.h tools/table/number.h
tools/view/cell.h:
tools/table/table.h:
tools/analysis/name_index.h:
tools/base/number_map.h:
tools/base/arena.h:
tools/stats/stats.h:
tools/table/chart.h:
tools/record/point.h:
tools/table/number.h:
