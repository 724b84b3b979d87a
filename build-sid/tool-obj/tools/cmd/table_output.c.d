build-sid/tool-obj/tools/cmd/table_output.c.o: tools/cmd/table_output.c \
 tools/cmd/table_output.h lib/option/option.h lib/text/fmt.h \
 tools/table/table.h tools/analysis/name_index.h tools/base/number_map.h \
 tools/base/arena.h tools/stats/stats.h tools/table/chart.h \
 tools/base/file.h tools/view/data.h tools/view/text.h
tools/cmd/table_output.h:
lib/option/option.h:
lib/text/fmt.h:
tools/table/table.h:
tools/analysis/name_index.h:
tools/base/number_map.h:
tools/base/arena.h:
tools/stats/stats.h:
tools/table/chart.h:
tools/base/file.h:
tools/view/data.h:
tools/view/text.h:
