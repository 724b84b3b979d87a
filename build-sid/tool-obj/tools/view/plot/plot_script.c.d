build-sid/tool-obj/tools/view/plot/plot_script.c.o: \
 tools/view/plot/plot_script.c tools/view/plot/plot.h tools/table/chart.h \
 tools/base/utf8.h tools/view/plot/plot_script.h
tools/view/plot/plot.h:
tools/table/chart.h:
tools/base/utf8.h:
tools/view/plot/plot_script.h:
