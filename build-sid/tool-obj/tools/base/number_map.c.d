build-sid/tool-obj/tools/base/number_map.c.o: tools/base/number_map.c \
 tools/base/number_map.h tools/base/alloc.h
tools/base/number_map.h:
tools/base/alloc.h:
