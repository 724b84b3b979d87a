build-sid/tool-obj/tools/view/plot/plot_ticks.c.o: \
 tools/view/plot/plot_ticks.c tools/record/point.h \
 tools/view/plot/plot_script.h tools/view/plot/plot.h tools/table/chart.h \
 tools/view/plot/ticks.h
tools/record/point.h:
tools/view/plot/plot_script.h:
tools/view/plot/plot.h:
tools/table/chart.h:
tools/view/plot/ticks.h:
