build-sid/tool-obj/lib/app/prose.c.o: lib/app/prose.c lib/app/prose.h \
 lib/rng.h
lib/app/prose.h:
lib/rng.h:
