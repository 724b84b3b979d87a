build-sid/tool-obj/lib/text/quantity.c.o: lib/text/quantity.c \
 lib/text/quantity.h lib/text/fmt.h
lib/text/quantity.h:
lib/text/fmt.h:
