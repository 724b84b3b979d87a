build-sid/tool-obj/tools/base/child.c.o: tools/base/child.c \
 tools/base/child.h tools/base/alloc.h tools/base/clock.h \
 tools/base/supervisor.h tools/base/signals.h
tools/base/child.h:
tools/base/alloc.h:
tools/base/clock.h:
tools/base/supervisor.h:
tools/base/signals.h:
