build-sid/tool-obj/lib/wire/parse.c.o: lib/wire/parse.c lib/wire/wire.h \
 lib/wire/wire.def lib/wire/flow.def lib/text/string.h lib/wire/base64.h \
 lib/wire/crc.h
lib/wire/wire.h:
lib/wire/wire.def:
lib/wire/flow.def:
lib/text/string.h:
lib/wire/base64.h:
lib/wire/crc.h:
