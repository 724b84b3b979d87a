build-sid/tool-obj/lib/x86/pmc_table.c.o: lib/x86/pmc_table.c \
 lib/x86/pmc_table.h lib/x86/pmc_event.h lib/x86/pmc_tables.def
lib/x86/pmc_table.h:
lib/x86/pmc_event.h:
lib/x86/pmc_tables.def:
