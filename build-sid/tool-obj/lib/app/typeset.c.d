build-sid/tool-obj/lib/app/typeset.c.o: lib/app/typeset.c \
 lib/app/typeset.h lib/app/canvas.h lib/app/font.h lib/app/gap_buffer.h
lib/app/typeset.h:
lib/app/canvas.h:
lib/app/font.h:
lib/app/gap_buffer.h:
