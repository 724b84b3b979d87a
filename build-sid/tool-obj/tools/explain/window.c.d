build-sid/tool-obj/tools/explain/window.c.o: tools/explain/window.c \
 tools/explain/window.h tools/explain/instruction_profile.h \
 tools/base/arena.h tools/base/number_map.h tools/base/alloc.h
tools/explain/window.h:
tools/explain/instruction_profile.h:
tools/base/arena.h:
tools/base/number_map.h:
tools/base/alloc.h:
