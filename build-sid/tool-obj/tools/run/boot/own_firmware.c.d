build-sid/tool-obj/tools/run/boot/own_firmware.c.o: \
 tools/run/boot/own_firmware.c tools/run/boot/own_firmware.h \
 tools/base/exit_status.h tools/run/boot/booted_file.h
tools/run/boot/own_firmware.h:
tools/base/exit_status.h:
tools/run/boot/booted_file.h:
