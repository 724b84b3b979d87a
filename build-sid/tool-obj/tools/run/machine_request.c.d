build-sid/tool-obj/tools/run/machine_request.c.o: \
 tools/run/machine_request.c tools/run/machine_request.h \
 lib/option/option.h lib/text/fmt.h lib/disk_pattern.h lib/text/string.h
tools/run/machine_request.h:
lib/option/option.h:
lib/text/fmt.h:
lib/disk_pattern.h:
lib/text/string.h:
