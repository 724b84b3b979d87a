build-sid/tool-obj/lib/option/roff.c.o: lib/option/roff.c \
 lib/option/option.h lib/text/fmt.h lib/text/string.h
lib/option/option.h:
lib/text/fmt.h:
lib/text/string.h:
