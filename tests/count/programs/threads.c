/* SPDX-License-Identifier: MIT */
/* Four threads that share one mutex. */
#include <pthread.h>
#include <stdlib.h>

#define THREADS 4
#define ROUNDS 10000

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static unsigned sum;

static void *work(void *unused)
{
	for (unsigned i = 0; i < ROUNDS; i++) {
		pthread_mutex_lock(&mutex);
		sum += i;
		pthread_mutex_unlock(&mutex);
	}
	return unused;
}

int main(void)
{
	pthread_t threads[THREADS];

	for (unsigned i = 0; i < THREADS; i++)
		pthread_create(&threads[i], NULL, work, NULL);
	for (unsigned i = 0; i < THREADS; i++)
		pthread_join(threads[i], NULL);
	return sum == THREADS * (ROUNDS * (ROUNDS - 1u) / 2) ? EXIT_SUCCESS : EXIT_FAILURE;
}
