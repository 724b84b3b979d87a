build-sid/tool-obj/lib/tsc_select.c.o: lib/tsc_select.c lib/tsc_select.h
lib/tsc_select.h:
