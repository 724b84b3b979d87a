build-sid/tool-obj/tools/cmd/output.c.o: tools/cmd/output.c \
 tools/cmd/output.h lib/text/patterns.h tools/record/result.h \
 lib/wire/wire.h lib/wire/wire.def lib/wire/flow.def tools/base/arena.h \
 tools/record/log.h tools/table/table.h tools/analysis/name_index.h \
 tools/base/number_map.h tools/stats/stats.h tools/table/chart.h \
 lib/text/string.h tools/base/exit_status.h tools/base/file.h \
 tools/record/catalogue.h tools/view/data.h tools/view/text.h
tools/cmd/output.h:
lib/text/patterns.h:
tools/record/result.h:
lib/wire/wire.h:
lib/wire/wire.def:
lib/wire/flow.def:
tools/base/arena.h:
tools/record/log.h:
tools/table/table.h:
tools/analysis/name_index.h:
tools/base/number_map.h:
tools/stats/stats.h:
tools/table/chart.h:
lib/text/string.h:
tools/base/exit_status.h:
tools/base/file.h:
tools/record/catalogue.h:
tools/view/data.h:
tools/view/text.h:
