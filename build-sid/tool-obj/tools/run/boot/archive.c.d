build-sid/tool-obj/tools/run/boot/archive.c.o: tools/run/boot/archive.c \
 tools/run/boot/archive.h tools/base/file.h
tools/run/boot/archive.h:
tools/base/file.h:
