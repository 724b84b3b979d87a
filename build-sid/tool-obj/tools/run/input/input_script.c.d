build-sid/tool-obj/tools/run/input/input_script.c.o: \
 tools/run/input/input_script.c tools/run/input/input_script.h \
 tools/run/input/input_keys.h lib/text/string.h tools/base/alloc.h \
 tools/base/file.h tools/base/utf8.h
tools/run/input/input_script.h:
tools/run/input/input_keys.h:
lib/text/string.h:
tools/base/alloc.h:
tools/base/file.h:
tools/base/utf8.h:
