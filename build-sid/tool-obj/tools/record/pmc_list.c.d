build-sid/tool-obj/tools/record/pmc_list.c.o: tools/record/pmc_list.c \
 tools/record/pmc_list.h lib/x86/pmc_table.h lib/x86/pmc_event.h \
 lib/x86/pmc_tables.def
tools/record/pmc_list.h:
lib/x86/pmc_table.h:
lib/x86/pmc_event.h:
lib/x86/pmc_tables.def:
