build-sid/tool-obj/lib/x86/exception_name.c.o: lib/x86/exception_name.c \
 lib/x86/exception_name.h
lib/x86/exception_name.h:
