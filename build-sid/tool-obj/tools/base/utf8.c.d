build-sid/tool-obj/tools/base/utf8.c.o: tools/base/utf8.c \
 tools/base/utf8.h
tools/base/utf8.h:
