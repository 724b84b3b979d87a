build-sid/tool-obj/tools/analysis/counts.c.o: tools/analysis/counts.c \
 tools/analysis/counts.h tools/record/count_record.h lib/wire/wire.h \
 lib/wire/wire.def lib/wire/flow.def tools/stats/stats.h \
 lib/x86/pmc_table.h lib/x86/pmc_event.h lib/x86/pmc_tables.def \
 tools/analysis/timing.h tools/record/result.h tools/base/arena.h \
 tools/record/log.h
tools/analysis/counts.h:
tools/record/count_record.h:
lib/wire/wire.h:
lib/wire/wire.def:
lib/wire/flow.def:
tools/stats/stats.h:
lib/x86/pmc_table.h:
lib/x86/pmc_event.h:
lib/x86/pmc_tables.def:
tools/analysis/timing.h:
tools/record/result.h:
tools/base/arena.h:
tools/record/log.h:
