build-sid/tool-obj/tools/run/port.c.o: tools/run/port.c tools/run/port.h
tools/run/port.h:
