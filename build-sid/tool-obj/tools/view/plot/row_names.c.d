build-sid/tool-obj/tools/view/plot/row_names.c.o: \
 tools/view/plot/row_names.c tools/base/utf8.h \
 tools/view/plot/plot_script.h tools/view/plot/plot.h tools/table/chart.h
tools/base/utf8.h:
tools/view/plot/plot_script.h:
tools/view/plot/plot.h:
tools/table/chart.h:
