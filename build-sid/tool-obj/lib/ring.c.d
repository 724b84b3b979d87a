build-sid/tool-obj/lib/ring.c.o: lib/ring.c lib/ring.h
lib/ring.h:
