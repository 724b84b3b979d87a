build-sid/tool-obj/tools/view/page_table.c.o: tools/view/page_table.c \
 tools/base/escape.h tools/base/file.h tools/view/cell.h \
 tools/table/table.h tools/analysis/name_index.h tools/base/number_map.h \
 tools/base/arena.h tools/stats/stats.h tools/table/chart.h \
 tools/view/data.h tools/view/page.h tools/view/plot/plot.h
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
tools/view/page.h:
tools/view/plot/plot.h:
