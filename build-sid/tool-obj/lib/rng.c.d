build-sid/tool-obj/lib/rng.c.o: lib/rng.c lib/rng.h
lib/rng.h:
