build-sid/tool-obj/tools/base/sort.c.o: tools/base/sort.c \
 tools/base/sort.h tools/base/alloc.h
tools/base/sort.h:
tools/base/alloc.h:
