build-sid/tool-obj/tools/run/boot/booted_file.c.o: \
 tools/run/boot/booted_file.c tools/run/boot/booted_file.h \
 tools/base/alloc.h tools/base/file.h tools/run/boot/sha256.h \
 tools/base/utf8.h
tools/run/boot/booted_file.h:
tools/base/alloc.h:
tools/base/file.h:
tools/run/boot/sha256.h:
tools/base/utf8.h:
