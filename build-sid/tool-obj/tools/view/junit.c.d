build-sid/tool-obj/tools/view/junit.c.o: tools/view/junit.c \
 tools/base/escape.h tools/view/cases.h tools/table/table.h \
 tools/analysis/name_index.h tools/base/number_map.h tools/base/arena.h \
 tools/stats/stats.h tools/table/chart.h tools/view/data.h
tools/base/escape.h:
tools/view/cases.h:
tools/table/table.h:
tools/analysis/name_index.h:
tools/base/number_map.h:
tools/base/arena.h:
tools/stats/stats.h:
tools/table/chart.h:
tools/view/data.h:
