build-sid/tool-obj/tools/view/plot/plot.c.o: tools/view/plot/plot.c \
 tools/view/plot/plot.h tools/table/chart.h tools/base/child.h \
 tools/base/file.h tools/base/utf8.h
tools/view/plot/plot.h:
tools/table/chart.h:
tools/base/child.h:
tools/base/file.h:
tools/base/utf8.h:
