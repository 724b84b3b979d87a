build-sid/tool-obj/lib/option/suggest.c.o: lib/option/suggest.c \
 lib/option/suggest.h lib/text/fmt.h lib/text/string.h
lib/option/suggest.h:
lib/text/fmt.h:
lib/text/string.h:
