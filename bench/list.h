/* The benchmarks in the order they run: a line each. null.timing comes first, since every other
 * one's figures rest on it, and the self-tests next. No include guard: bench/registry.c includes this
 * file twice, with two meanings of BENCHMARK. */
BENCHMARK(bench_null_timing)
