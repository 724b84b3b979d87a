build-sid/tool-obj/tools/view/terminal/axes.c.o: \
 tools/view/terminal/axes.c tools/base/utf8.h tools/record/point.h \
 tools/view/plot/ticks.h tools/view/terminal/terminal.h \
 tools/view/plot/plot.h tools/table/chart.h
tools/base/utf8.h:
tools/record/point.h:
tools/view/plot/ticks.h:
tools/view/terminal/terminal.h:
tools/view/plot/plot.h:
tools/table/chart.h:
