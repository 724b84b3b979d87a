build-sid/tool-obj/tools/run/boot/initramfs.c.o: \
 tools/run/boot/initramfs.c tools/run/boot/initramfs.h \
 tools/run/boot/archive.h lib/boot_files.h tools/base/file.h
tools/run/boot/initramfs.h:
tools/run/boot/archive.h:
lib/boot_files.h:
tools/base/file.h:
