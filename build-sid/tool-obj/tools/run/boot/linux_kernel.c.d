build-sid/tool-obj/tools/run/boot/linux_kernel.c.o: \
 tools/run/boot/linux_kernel.c tools/run/boot/linux_kernel.h \
 lib/option/option.h lib/text/fmt.h tools/base/alloc.h \
 tools/base/exit_status.h tools/base/file.h tools/base/utf8.h \
 tools/run/boot/booted_file.h
tools/run/boot/linux_kernel.h:
lib/option/option.h:
lib/text/fmt.h:
tools/base/alloc.h:
tools/base/exit_status.h:
tools/base/file.h:
tools/base/utf8.h:
tools/run/boot/booted_file.h:
