build-sid/tool-obj/tools/view/summary_view.c.o: tools/view/summary_view.c \
 tools/view/summary_view.h tools/view/text.h tools/table/table.h \
 tools/analysis/name_index.h tools/base/number_map.h tools/base/arena.h \
 tools/stats/stats.h tools/table/chart.h tools/base/utf8.h
tools/view/summary_view.h:
tools/view/text.h:
tools/table/table.h:
tools/analysis/name_index.h:
tools/base/number_map.h:
tools/base/arena.h:
tools/stats/stats.h:
tools/table/chart.h:
tools/base/utf8.h:
