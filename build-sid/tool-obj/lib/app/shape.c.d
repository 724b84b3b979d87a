build-sid/tool-obj/lib/app/shape.c.o: lib/app/shape.c lib/app/shape.h \
 lib/app/canvas.h lib/app/font.h
lib/app/shape.h:
lib/app/canvas.h:
lib/app/font.h:
