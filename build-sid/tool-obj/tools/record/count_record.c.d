build-sid/tool-obj/tools/record/count_record.c.o: \
 tools/record/count_record.c tools/record/count_record.h lib/wire/wire.h \
 lib/wire/wire.def lib/wire/flow.def lib/wire/samples.h
tools/record/count_record.h:
lib/wire/wire.h:
lib/wire/wire.def:
lib/wire/flow.def:
lib/wire/samples.h:
