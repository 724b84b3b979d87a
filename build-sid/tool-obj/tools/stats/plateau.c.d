build-sid/tool-obj/tools/stats/plateau.c.o: tools/stats/plateau.c \
 tools/stats/plateau.h tools/stats/cache_polish.h \
 tools/stats/cache_model.h tools/stats/stats.h
tools/stats/plateau.h:
tools/stats/cache_polish.h:
tools/stats/cache_model.h:
tools/stats/stats.h:
