build-sid/tool-obj/tools/base/vectors_x86.c.o: tools/base/vectors_x86.c \
 tools/base/vectors.h
tools/base/vectors.h:
