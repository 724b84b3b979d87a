build-sid/tool-obj/lib/option/out.c.o: lib/option/out.c \
 lib/option/option.h lib/text/fmt.h lib/text/string.h
lib/option/option.h:
lib/text/fmt.h:
lib/text/string.h:
