build-sid/tool-obj/tools/table/number.c.o: tools/table/number.c \
 tools/table/number.h
tools/table/number.h:
