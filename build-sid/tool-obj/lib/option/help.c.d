build-sid/tool-obj/lib/option/help.c.o: lib/option/help.c \
 lib/option/option.h lib/text/fmt.h lib/text/string.h
lib/option/option.h:
lib/text/fmt.h:
lib/text/string.h:
