build-sid/tool-obj/lib/option/parse.c.o: lib/option/parse.c \
 lib/option/option.h lib/text/fmt.h lib/option/suggest.h \
 lib/text/patterns.h lib/text/string.h
lib/option/option.h:
lib/text/fmt.h:
lib/option/suggest.h:
lib/text/patterns.h:
lib/text/string.h:
