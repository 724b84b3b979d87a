build-sid/tool-obj/tools/flow/import/fields.c.o: \
 tools/flow/import/fields.c tools/flow/import/fields.h \
 tools/flow/import/rules.h tools/flow/import/text.h
tools/flow/import/fields.h:
tools/flow/import/rules.h:
tools/flow/import/text.h:
