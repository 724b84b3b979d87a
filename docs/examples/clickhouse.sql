CREATE TABLE figures (
	run String, started Nullable(String), build String, brand String, valid UInt8,
	bench String, point String, stage String, cache String, unit String,
	n UInt64, median Float64, p99 Float64,
	axis_page_bytes Nullable(UInt64), axis_size_bytes Nullable(UInt64)
) ENGINE = MergeTree ORDER BY (bench, point, stage, cache);

SELECT run, axis_size_bytes, point, median FROM figures
	WHERE bench = 'mem.latency' AND axis_page_bytes = 4096 AND cache = 'warm'
	ORDER BY run, axis_size_bytes;
