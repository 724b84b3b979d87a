build-sid/tool-obj/tools/flow/import/ftrace.c.o: \
 tools/flow/import/ftrace.c tools/flow/import/readers.h \
 tools/flow/import/rules.h tools/flow/import/text.h
tools/flow/import/readers.h:
tools/flow/import/rules.h:
tools/flow/import/text.h:
