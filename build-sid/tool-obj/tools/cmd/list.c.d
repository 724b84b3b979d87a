build-sid/tool-obj/tools/cmd/list.c.o: tools/cmd/list.c \
 tools/base/arguments.h lib/option/option.h lib/text/fmt.h \
 tools/base/exit_status.h tools/base/file.h tools/cmd/commands.h \
 tools/cmd/table_output.h tools/table/table.h tools/analysis/name_index.h \
 tools/base/number_map.h tools/base/arena.h tools/stats/stats.h \
 tools/table/chart.h tools/record/catalogue.h tools/view/data.h
tools/base/arguments.h:
lib/option/option.h:
lib/text/fmt.h:
tools/base/exit_status.h:
tools/base/file.h:
tools/cmd/commands.h:
tools/cmd/table_output.h:
tools/table/table.h:
tools/analysis/name_index.h:
tools/base/number_map.h:
tools/base/arena.h:
tools/stats/stats.h:
tools/table/chart.h:
tools/record/catalogue.h:
tools/view/data.h:
