build-sid/tool-obj/tools/base/json_text.c.o: tools/base/json_text.c \
 tools/base/json_text.h tools/base/out.h tools/base/real.h
tools/base/json_text.h:
tools/base/out.h:
tools/base/real.h:
