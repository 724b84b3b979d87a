build-sid/tool-obj/tools/host/nesting.c.o: tools/host/nesting.c \
 tools/host/nesting.h
tools/host/nesting.h:
