build-sid/tool-obj/lib/app/canvas.c.o: lib/app/canvas.c lib/app/canvas.h \
 lib/app/font.h lib/wire/crc.h
lib/app/canvas.h:
lib/app/font.h:
lib/wire/crc.h:
