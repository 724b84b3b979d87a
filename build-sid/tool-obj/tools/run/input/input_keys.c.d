build-sid/tool-obj/tools/run/input/input_keys.c.o: \
 tools/run/input/input_keys.c tools/run/input/input_keys.h
tools/run/input/input_keys.h:
