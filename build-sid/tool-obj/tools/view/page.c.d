build-sid/tool-obj/tools/view/page.c.o: tools/view/page.c \
 tools/view/page.h tools/table/table.h tools/analysis/name_index.h \
 tools/base/number_map.h tools/base/arena.h tools/stats/stats.h \
 tools/table/chart.h tools/view/plot/plot.h tools/base/alloc.h \
 tools/base/build_id.h tools/base/escape.h tools/base/exit_status.h \
 tools/base/file.h tools/view/chart.h
tools/view/page.h:
tools/table/table.h:
tools/analysis/name_index.h:
tools/base/number_map.h:
tools/base/arena.h:
tools/stats/stats.h:
tools/table/chart.h:
tools/view/plot/plot.h:
tools/base/alloc.h:
tools/base/build_id.h:
tools/base/escape.h:
tools/base/exit_status.h:
tools/base/file.h:
tools/view/chart.h:
