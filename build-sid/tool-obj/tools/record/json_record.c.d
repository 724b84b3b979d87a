build-sid/tool-obj/tools/record/json_record.c.o: \
 tools/record/json_record.c tools/record/json_record.h lib/wire/wire.h \
 lib/wire/wire.def lib/wire/flow.def tools/base/json_scan.h \
 lib/wire/base64.h tools/base/alloc.h tools/base/file.h \
 tools/record/point.h
tools/record/json_record.h:
lib/wire/wire.h:
lib/wire/wire.def:
lib/wire/flow.def:
tools/base/json_scan.h:
lib/wire/base64.h:
tools/base/alloc.h:
tools/base/file.h:
tools/record/point.h:
