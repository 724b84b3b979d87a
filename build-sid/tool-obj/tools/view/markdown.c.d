build-sid/tool-obj/tools/view/markdown.c.o: tools/view/markdown.c \
 tools/base/escape.h tools/view/cell.h tools/table/table.h \
 tools/analysis/name_index.h tools/base/number_map.h tools/base/arena.h \
 tools/stats/stats.h tools/table/chart.h tools/view/data.h
tools/base/escape.h:
tools/view/cell.h:
tools/table/table.h:
tools/analysis/name_index.h:
tools/base/number_map.h:
tools/base/arena.h:
tools/stats/stats.h:
tools/table/chart.h:
tools/view/data.h:
