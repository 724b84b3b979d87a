build-sid/tool-obj/lib/app/store.c.o: lib/app/store.c lib/app/store.h
lib/app/store.h:
