build-sid/tool-obj/tools/view/terminal/margin.c.o: \
 tools/view/terminal/margin.c tools/base/utf8.h \
 tools/view/terminal/terminal.h tools/view/plot/plot.h \
 tools/table/chart.h
tools/base/utf8.h:
tools/view/terminal/terminal.h:
tools/view/plot/plot.h:
tools/table/chart.h:
