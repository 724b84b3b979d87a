build-sid/tool-obj/tools/run/input/input_steps.c.o: \
 tools/run/input/input_steps.c tools/base/file.h \
 tools/run/input/input_script.h tools/run/input/input_keys.h
tools/base/file.h:
tools/run/input/input_script.h:
tools/run/input/input_keys.h:
