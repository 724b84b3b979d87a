build-sid/tool-obj/lib/app/dictionary.c.o: lib/app/dictionary.c \
 lib/app/dictionary.h lib/rng.h lib/text/string.h
lib/app/dictionary.h:
lib/rng.h:
lib/text/string.h:
