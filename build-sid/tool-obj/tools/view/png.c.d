build-sid/tool-obj/tools/view/png.c.o: tools/view/png.c tools/view/png.h \
 tools/base/alloc.h tools/base/exit_status.h tools/base/file.h
tools/view/png.h:
tools/base/alloc.h:
tools/base/exit_status.h:
tools/base/file.h:
