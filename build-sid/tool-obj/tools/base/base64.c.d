build-sid/tool-obj/tools/base/base64.c.o: tools/base/base64.c \
 lib/wire/base64.h tools/base/vectors.h
lib/wire/base64.h:
tools/base/vectors.h:
