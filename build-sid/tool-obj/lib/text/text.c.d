build-sid/tool-obj/lib/text/text.c.o: lib/text/text.c lib/text/string.h
lib/text/string.h:
