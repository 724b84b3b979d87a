build-sid/tool-obj/tools/base/crc.c.o: tools/base/crc.c tools/base/crc.h \
 lib/wire/crc.h tools/base/vectors.h
tools/base/crc.h:
lib/wire/crc.h:
tools/base/vectors.h:
