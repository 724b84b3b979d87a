build-sid/tool-obj/tools/flow/import/text.c.o: tools/flow/import/text.c \
 tools/flow/import/text.h
tools/flow/import/text.h:
