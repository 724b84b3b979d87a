build-sid/tool-obj/tools/base/supervisor.c.o: tools/base/supervisor.c \
 tools/base/supervisor.h
tools/base/supervisor.h:
