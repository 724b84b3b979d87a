build-sid/tool-obj/tools/base/out.c.o: tools/base/out.c tools/base/out.h
tools/base/out.h:
