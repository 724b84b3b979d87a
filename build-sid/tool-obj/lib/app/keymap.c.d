build-sid/tool-obj/lib/app/keymap.c.o: lib/app/keymap.c lib/app/keymap.h
lib/app/keymap.h:
