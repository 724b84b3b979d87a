build-sid/tool-obj/tools/flow/import/perf.c.o: tools/flow/import/perf.c \
 tools/flow/import/readers.h tools/flow/import/rules.h \
 tools/flow/import/text.h
tools/flow/import/readers.h:
tools/flow/import/rules.h:
tools/flow/import/text.h:
