build-sid/tool-obj/tools/idle/block_model.c.o: tools/idle/block_model.c \
 tools/idle/block_model.h tools/base/alloc.h
tools/idle/block_model.h:
tools/base/alloc.h:
