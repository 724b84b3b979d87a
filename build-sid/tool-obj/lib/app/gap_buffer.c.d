build-sid/tool-obj/lib/app/gap_buffer.c.o: lib/app/gap_buffer.c \
 lib/app/gap_buffer.h lib/text/string.h lib/wire/crc.h
lib/app/gap_buffer.h:
lib/text/string.h:
lib/wire/crc.h:
