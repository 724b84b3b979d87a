build-sid/tool-obj/lib/text/patterns.c.o: lib/text/patterns.c \
 lib/text/patterns.h lib/text/string.h
lib/text/patterns.h:
lib/text/string.h:
