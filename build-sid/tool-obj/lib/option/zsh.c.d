build-sid/tool-obj/lib/option/zsh.c.o: lib/option/zsh.c \
 lib/option/option.h lib/text/fmt.h lib/text/string.h
lib/option/option.h:
lib/text/fmt.h:
lib/text/string.h:
