build-sid/tool-obj/tools/run/accel_x86.c.o: tools/run/accel_x86.c \
 tools/run/accel.h tools/base/clock.h
tools/run/accel.h:
tools/base/clock.h:
