build-sid/tool-obj/tools/base/build_id.c.o: tools/base/build_id.c \
 tools/base/build_id.h
tools/base/build_id.h:
