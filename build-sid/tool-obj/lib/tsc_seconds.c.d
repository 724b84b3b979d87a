build-sid/tool-obj/lib/tsc_seconds.c.o: lib/tsc_seconds.c \
 lib/tsc_seconds.h lib/tsc_select.h
lib/tsc_seconds.h:
lib/tsc_select.h:
