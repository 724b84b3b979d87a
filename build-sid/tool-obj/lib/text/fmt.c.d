build-sid/tool-obj/lib/text/fmt.c.o: lib/text/fmt.c lib/text/fmt.h \
 lib/text/string.h
lib/text/fmt.h:
lib/text/string.h:
