build-sid/tool-obj/tools/flow/import/rules.c.o: tools/flow/import/rules.c \
 tools/flow/import/rules.h tools/flow/import/text.h
tools/flow/import/rules.h:
tools/flow/import/text.h:
