build-sid/tool-obj/tools/record/catalogue.c.o: tools/record/catalogue.c \
 tools/record/catalogue.h lib/option/suggest.h lib/text/string.h \
 tools/base/alloc.h build-sid/benchmarks.def
tools/record/catalogue.h:
lib/option/suggest.h:
lib/text/string.h:
tools/base/alloc.h:
build-sid/benchmarks.def:
