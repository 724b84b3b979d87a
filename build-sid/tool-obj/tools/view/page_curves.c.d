build-sid/tool-obj/tools/view/page_curves.c.o: tools/view/page_curves.c \
 tools/base/escape.h tools/table/number.h tools/view/cell.h \
 tools/table/table.h tools/analysis/name_index.h tools/base/number_map.h \
 tools/base/arena.h tools/stats/stats.h tools/table/chart.h \
 tools/view/page.h tools/view/plot/plot.h
tools/base/escape.h:
tools/table/number.h:
tools/view/cell.h:
tools/table/table.h:
tools/analysis/name_index.h:
tools/base/number_map.h:
tools/base/arena.h:
tools/stats/stats.h:
tools/table/chart.h:
tools/view/page.h:
tools/view/plot/plot.h:
