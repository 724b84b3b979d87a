build-sid/tool-obj/tools/base/capped_file.c.o: tools/base/capped_file.c \
 tools/base/capped_file.h
tools/base/capped_file.h:
