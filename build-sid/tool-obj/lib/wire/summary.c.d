build-sid/tool-obj/lib/wire/summary.c.o: lib/wire/summary.c \
 lib/wire/summary.h lib/wire/wire.h lib/wire/wire.def lib/wire/flow.def
lib/wire/summary.h:
lib/wire/wire.h:
lib/wire/wire.def:
lib/wire/flow.def:
