build-sid/tool-obj/tools/explain/instruction_profile.c.o: \
 tools/explain/instruction_profile.c tools/explain/instruction_profile.h \
 tools/base/arena.h tools/base/number_map.h tools/base/alloc.h \
 tools/base/file.h
tools/explain/instruction_profile.h:
tools/base/arena.h:
tools/base/number_map.h:
tools/base/alloc.h:
tools/base/file.h:
