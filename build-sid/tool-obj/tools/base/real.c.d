build-sid/tool-obj/tools/base/real.c.o: tools/base/real.c \
 tools/base/real.h tools/base/out.h
tools/base/real.h:
tools/base/out.h:
