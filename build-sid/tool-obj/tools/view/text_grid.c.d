build-sid/tool-obj/tools/view/text_grid.c.o: tools/view/text_grid.c \
 tools/base/utf8.h tools/view/text.h tools/table/table.h \
 tools/analysis/name_index.h tools/base/number_map.h tools/base/arena.h \
 tools/stats/stats.h tools/table/chart.h
tools/base/utf8.h:
tools/view/text.h:
tools/table/table.h:
tools/analysis/name_index.h:
tools/base/number_map.h:
tools/base/arena.h:
tools/stats/stats.h:
tools/table/chart.h:
