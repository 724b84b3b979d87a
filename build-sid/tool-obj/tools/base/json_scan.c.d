build-sid/tool-obj/tools/base/json_scan.c.o: tools/base/json_scan.c \
 tools/base/json_scan.h tools/base/utf8.h
tools/base/json_scan.h:
tools/base/utf8.h:
