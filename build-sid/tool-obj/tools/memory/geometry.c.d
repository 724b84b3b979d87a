build-sid/tool-obj/tools/memory/geometry.c.o: tools/memory/geometry.c \
 tools/memory/geometry.h tools/base/bits.h
tools/memory/geometry.h:
tools/base/bits.h:
