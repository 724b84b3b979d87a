/* What may have run during a sample, or made it wait. */
#ifndef LINUX_DISTURBANCE_H
#define LINUX_DISTURBANCE_H

/* A trial that takes page faults on purpose puts these around them: they are no disturbances. */
void disturbance_expect_begin(void);
void disturbance_expect_end(void);

#endif
