build-sid/tool-obj/lib/disk_pattern.c.o: lib/disk_pattern.c \
 lib/disk_pattern.h lib/rng.h lib/wire/crc.h
lib/disk_pattern.h:
lib/rng.h:
lib/wire/crc.h:
