build-sid/tool-obj/tools/run/boot/sha256.c.o: tools/run/boot/sha256.c \
 tools/run/boot/sha256.h
tools/run/boot/sha256.h:
