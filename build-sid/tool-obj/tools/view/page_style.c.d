build-sid/tool-obj/tools/view/page_style.c.o: tools/view/page_style.c \
 tools/view/page.h tools/table/table.h tools/analysis/name_index.h \
 tools/base/number_map.h tools/base/arena.h tools/stats/stats.h \
 tools/table/chart.h tools/view/plot/plot.h
tools/view/page.h:
tools/table/table.h:
tools/analysis/name_index.h:
tools/base/number_map.h:
tools/base/arena.h:
tools/stats/stats.h:
tools/table/chart.h:
tools/view/plot/plot.h:
