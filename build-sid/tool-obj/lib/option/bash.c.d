build-sid/tool-obj/lib/option/bash.c.o: lib/option/bash.c \
 lib/option/option.h lib/text/fmt.h lib/text/string.h
lib/option/option.h:
lib/text/fmt.h:
lib/text/string.h:
