build-sid/tool-obj/tools/view/terminal/terminal.c.o: \
 tools/view/terminal/terminal.c tools/view/terminal/terminal.h \
 tools/view/plot/plot.h tools/table/chart.h tools/base/alloc.h \
 tools/base/utf8.h tools/view/chart.h tools/table/table.h \
 tools/analysis/name_index.h tools/base/number_map.h tools/base/arena.h \
 tools/stats/stats.h
tools/view/terminal/terminal.h:
tools/view/plot/plot.h:
tools/table/chart.h:
tools/base/alloc.h:
tools/base/utf8.h:
tools/view/chart.h:
tools/table/table.h:
tools/analysis/name_index.h:
tools/base/number_map.h:
tools/base/arena.h:
tools/stats/stats.h:
