build-sid/tool-obj/lib/wire/write.c.o: lib/wire/write.c lib/wire/wire.h \
 lib/wire/wire.def lib/wire/flow.def lib/text/fmt.h lib/text/string.h \
 lib/wire/base64.h lib/wire/crc.h
lib/wire/wire.h:
lib/wire/wire.def:
lib/wire/flow.def:
lib/text/fmt.h:
lib/text/string.h:
lib/wire/base64.h:
lib/wire/crc.h:
