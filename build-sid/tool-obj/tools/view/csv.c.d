build-sid/tool-obj/tools/view/csv.c.o: tools/view/csv.c \
 tools/base/directory.h tools/base/escape.h tools/base/file.h \
 tools/view/cell.h tools/table/table.h tools/analysis/name_index.h \
 tools/base/number_map.h tools/base/arena.h tools/stats/stats.h \
 tools/table/chart.h tools/view/data.h
tools/base/directory.h:
tools/base/escape.h:
tools/base/file.h:
tools/view/cell.h:
tools/table/table.h:
tools/analysis/name_index.h:
tools/base/number_map.h:
tools/base/arena.h:
tools/stats/stats.h:
tools/table/chart.h:
tools/view/data.h:
