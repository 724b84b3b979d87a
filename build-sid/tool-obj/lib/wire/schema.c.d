build-sid/tool-obj/lib/wire/schema.c.o: lib/wire/schema.c lib/wire/wire.h \
 lib/wire/wire.def lib/wire/flow.def
lib/wire/wire.h:
lib/wire/wire.def:
lib/wire/flow.def:
