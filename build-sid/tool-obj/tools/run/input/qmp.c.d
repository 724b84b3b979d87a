build-sid/tool-obj/tools/run/input/qmp.c.o: tools/run/input/qmp.c \
 tools/run/input/qmp.h lib/text/string.h tools/base/child.h \
 tools/base/clock.h tools/base/json_file.h
tools/run/input/qmp.h:
lib/text/string.h:
tools/base/child.h:
tools/base/clock.h:
tools/base/json_file.h:
