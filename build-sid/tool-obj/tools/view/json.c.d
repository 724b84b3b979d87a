build-sid/tool-obj/tools/view/json.c.o: tools/view/json.c \
 tools/base/json_text.h tools/base/out.h tools/view/cell.h \
 tools/table/table.h tools/analysis/name_index.h tools/base/number_map.h \
 tools/base/arena.h tools/stats/stats.h tools/table/chart.h \
 tools/view/data.h
tools/base/json_text.h:
tools/base/out.h:
tools/view/cell.h:
tools/table/table.h:
tools/analysis/name_index.h:
tools/base/number_map.h:
tools/base/arena.h:
tools/stats/stats.h:
tools/table/chart.h:
tools/view/data.h:
