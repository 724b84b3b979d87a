build-sid/tool-obj/tools/run/boot/firmware_search.c.o: \
 tools/run/boot/firmware_search.c tools/run/boot/firmware_search.h \
 tools/base/alloc.h tools/run/boot/firmware_places.def
tools/run/boot/firmware_search.h:
tools/base/alloc.h:
tools/run/boot/firmware_places.def:
