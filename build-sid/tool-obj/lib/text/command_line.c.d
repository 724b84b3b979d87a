build-sid/tool-obj/lib/text/command_line.c.o: lib/text/command_line.c \
 lib/text/command_line.h lib/text/string.h
lib/text/command_line.h:
lib/text/string.h:
