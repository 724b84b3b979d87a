/* The benchmarks in the order they run, a line each. null.timing comes first, since the figures of
 * the others rest on it, and the self-tests next. No include guard: bench/registry.c includes this
 * file twice, with two meanings of BENCHMARK. */
BENCHMARK(bench_null_timing)
BENCHMARK(bench_selftest_null)
BENCHMARK(bench_selftest_add_chain)
BENCHMARK(bench_selftest_xor_chain)
BENCHMARK(bench_selftest_mul_chain)
BENCHMARK(bench_selftest_l1_load)
BENCHMARK(bench_irq_self_ipi)
BENCHMARK(bench_irq_lapic_timer)
BENCHMARK(bench_irq_tsc_deadline)
BENCHMARK(bench_fault_not_present)
BENCHMARK(bench_mem_latency)
BENCHMARK(bench_mem_bandwidth_read)
BENCHMARK(bench_mem_bandwidth_write)
BENCHMARK(bench_mem_bandwidth_fill)
BENCHMARK(bench_mem_bandwidth_copy)
BENCHMARK(bench_mem_bandwidth_nt_write)
BENCHMARK(bench_mem_bandwidth_nt_copy)
BENCHMARK(bench_mem_bandwidth_rep_movsb)
BENCHMARK(bench_mem_bandwidth_rep_stosb)

/* Only on request: they break on purpose. */
BENCHMARK(bench_test_fault)
BENCHMARK(bench_test_hang)
