build-sid/tool-obj/tools/view/terminal/width.c.o: \
 tools/view/terminal/width.c tools/view/terminal/terminal.h \
 tools/view/plot/plot.h tools/table/chart.h
tools/view/terminal/terminal.h:
tools/view/plot/plot.h:
tools/table/chart.h:
