build-sid/tool-obj/tools/record/point.c.o: tools/record/point.c \
 tools/record/point.h lib/text/string.h tools/base/utf8.h
tools/record/point.h:
lib/text/string.h:
tools/base/utf8.h:
