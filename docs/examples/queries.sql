-- Queries for SQLite over exports:
--     bareline export --format csv -o figures.csv RESULT...
--     bareline export --format samples -o samples.csv RESULT...
--     bareline export --format ndjson -o figures.ndjson RESULT...
.mode csv
.import figures.csv figures
.mode column
-- CSV columns are text: convert numbers once.
CREATE VIEW f AS SELECT *, CAST(median AS REAL) AS med, CAST(p99 AS REAL) AS tail FROM figures
	WHERE valid = '1' AND cache = 'warm';

-- Largest differences between runs of one CPU model; `host` separates bare metal and Linux.
SELECT brand, host, bench, point, stage, COUNT(*) AS runs, MIN(med), MAX(med), MAX(med) / MIN(med) AS ratio
	FROM f WHERE unit = 'ns' GROUP BY brand, host, bench, point, stage HAVING MIN(med) > 0
	ORDER BY ratio DESC LIMIT 10;

-- Machines with a metric 10 % above the median of the machines of their model. Each machine counts once,
-- with the mean of its runs.
CREATE VIEW m AS SELECT machine_model, machine, machine_name, host, unit, bench, point, stage, AVG(med) AS med
	FROM f WHERE machine <> '' GROUP BY machine_model, machine, host, unit, bench, point, stage;
SELECT machine, machine_name, bench, point, stage, med, typical FROM m JOIN
	(SELECT machine_model, host, unit, bench, point, stage, med AS typical FROM
		(SELECT *, ROW_NUMBER() OVER (PARTITION BY machine_model, host, unit, bench, point, stage ORDER BY med)
			AS place, COUNT(*) OVER (PARTITION BY machine_model, host, unit, bench, point, stage) AS n FROM m)
		WHERE place = (n + 1) / 2) USING (machine_model, host, unit, bench, point, stage)
	WHERE med > 1.1 * typical ORDER BY med / typical DESC LIMIT 10;

-- Memory curve of 4 KiB pages, random order.
SELECT run, CAST(axis_size_bytes AS INTEGER) AS size, med FROM f
	WHERE unit = 'ns' AND bench = 'mem.latency' AND axis_page_bytes = '4096' AND axis_order = 'random'
	ORDER BY run, size;

-- Longest tails.
SELECT bench, point, stage, MAX(tail / med) AS spread FROM f WHERE med > 0
	GROUP BY bench, point, stage ORDER BY spread DESC LIMIT 10;

-- One metric over time.
SELECT started, machine, build, med, unit FROM f WHERE bench = 'cpu.loop' AND stage = ''
	ORDER BY machine, unit, started;

-- Medians of the samples, for odd numbers of them.
.mode csv
.import samples.csv samples
.mode column
SELECT run, host, bench, point, stage, value, unit FROM
	(SELECT *, ROW_NUMBER() OVER metric AS place, COUNT(*) OVER (PARTITION BY run, bench, point, stage) AS n
		FROM samples WHERE cache = 'warm'
		WINDOW metric AS (PARTITION BY run, bench, point, stage ORDER BY CAST(value AS REAL)))
	WHERE place = (n + 1) / 2 AND bench = 'cpu.loop';

-- NDJSON without an extension.
.mode tabs
CREATE TABLE lines (line TEXT);
.separator "\001" "\n"
.import figures.ndjson lines
.mode column
SELECT line ->> 'bench' AS bench, MIN(line ->> 'median'), MAX(line ->> 'median') FROM lines
	WHERE line ->> 'cache' = 'warm' GROUP BY bench ORDER BY bench;
