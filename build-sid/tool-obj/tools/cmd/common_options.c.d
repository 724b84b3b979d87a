build-sid/tool-obj/tools/cmd/common_options.c.o: \
 tools/cmd/common_options.c tools/cmd/common_options.h \
 lib/option/option.h lib/text/fmt.h
tools/cmd/common_options.h:
lib/option/option.h:
lib/text/fmt.h:
