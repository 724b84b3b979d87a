-- SPDX-License-Identifier: MIT
-- The tables of fleet.db for ClickHouse, from 18.16 on. Loading a row again replaces it when the server
-- merges, so queries use the latest. A value repeats machine, model and time of its run: it is read by
-- figure, without a join.

CREATE TABLE IF NOT EXISTS model (
	model Int64, hardware String, name String, cpu String, host String, time_base String
) ENGINE = ReplacingMergeTree ORDER BY model;

CREATE TABLE IF NOT EXISTS machine (
	machine Int64, id String, id_from String, label String
) ENGINE = ReplacingMergeTree ORDER BY machine;

CREATE TABLE IF NOT EXISTS run (
	run Int64, machine Int64, model Int64, path String, made DateTime, made_from String,
	valid UInt8, complete UInt8, build String, suite String, kernel String, microcode String,
	memory String, memory_bytes UInt64, memory_modules UInt32, memory_mts UInt32, core_mhz Float64,
	samples UInt64, disturbed UInt64, smis UInt64, firmware String
) ENGINE = ReplacingMergeTree ORDER BY (machine, model, made, run);

CREATE TABLE IF NOT EXISTS figure (
	figure Int64, bench String, point String, stage String, unit String, bytes UInt64
) ENGINE = ReplacingMergeTree ORDER BY figure;

CREATE TABLE IF NOT EXISTS value (
	figure Int64, model Int64, machine Int64, made DateTime, run Int64,
	samples UInt32, median Float64, p99 Float64, resolution Float32
) ENGINE = ReplacingMergeTree ORDER BY (figure, model, machine, made, run);

CREATE TABLE IF NOT EXISTS fleet_version (version UInt32) ENGINE = ReplacingMergeTree ORDER BY version;
