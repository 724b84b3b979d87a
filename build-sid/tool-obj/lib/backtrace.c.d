build-sid/tool-obj/lib/backtrace.c.o: lib/backtrace.c lib/backtrace.h \
 lib/text/fmt.h
lib/backtrace.h:
lib/text/fmt.h:
