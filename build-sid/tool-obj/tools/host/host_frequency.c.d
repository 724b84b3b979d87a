build-sid/tool-obj/tools/host/host_frequency.c.o: \
 tools/host/host_frequency.c tools/host/host_frequency.h
tools/host/host_frequency.h:
