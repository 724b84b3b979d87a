build-sid/tool-obj/tools/host/host_noise.c.o: tools/host/host_noise.c \
 tools/host/host_noise.h tools/host/host_frequency.h
tools/host/host_noise.h:
tools/host/host_frequency.h:
