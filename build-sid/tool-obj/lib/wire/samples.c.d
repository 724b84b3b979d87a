build-sid/tool-obj/lib/wire/samples.c.o: lib/wire/samples.c \
 lib/wire/samples.h
lib/wire/samples.h:
