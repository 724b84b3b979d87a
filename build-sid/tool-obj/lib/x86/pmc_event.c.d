build-sid/tool-obj/lib/x86/pmc_event.c.o: lib/x86/pmc_event.c \
 lib/x86/pmc_event.h lib/text/string.h
lib/x86/pmc_event.h:
lib/text/string.h:
