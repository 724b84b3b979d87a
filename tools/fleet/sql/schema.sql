-- SPDX-License-Identifier: MIT
-- fleet.db, version 3. The version is PRAGMA user_version; a change of any table raises it.
-- Keys are 53 bits of a SHA-256 of the row's identifying texts, so databases merge by INSERT OR
-- IGNORE, and JavaScript represents them. Times are seconds since 1970, UTC.

CREATE TABLE model (
	model INTEGER PRIMARY KEY,
	hardware TEXT NOT NULL,         -- key of maker, product and processor
	name TEXT NOT NULL,
	cpu TEXT NOT NULL,
	host TEXT NOT NULL,             -- bare-metal, linux or other-os: never compared
	time_base TEXT NOT NULL
);

CREATE TABLE machine (
	machine INTEGER PRIMARY KEY,
	id TEXT NOT NULL,               -- hash of the identifier, or the name if there is none
	id_from TEXT NOT NULL,          -- uuid, serial, mac and so on; directory: its name
	label TEXT NOT NULL             -- for people; not unique
);

CREATE TABLE run (
	run INTEGER PRIMARY KEY,
	machine INTEGER NOT NULL,
	model INTEGER NOT NULL,
	path TEXT NOT NULL UNIQUE,      -- relative to the directory of fleet.db
	bytes INTEGER NOT NULL,         -- of the file at path; with modified_ns: whether it changed
	modified_ns INTEGER NOT NULL,
	made INTEGER NOT NULL,
	made_from TEXT NOT NULL,        -- rtc, uefi, system; file: the time of the log's file
	valid INTEGER NOT NULL,
	complete INTEGER NOT NULL,
	build TEXT NOT NULL,
	suite TEXT NOT NULL,
	kernel TEXT NOT NULL,
	microcode TEXT NOT NULL,
	memory TEXT NOT NULL,
	memory_bytes INTEGER NOT NULL,  -- the next five: 0 if unknown
	memory_modules INTEGER NOT NULL,
	memory_mts INTEGER NOT NULL,    -- of the slowest module, as configured
	core_mhz REAL NOT NULL,         -- measured
	samples INTEGER NOT NULL,
	disturbed INTEGER NOT NULL,     -- of these samples
	smis INTEGER NOT NULL,          -- samples disturbed by one
	firmware TEXT NOT NULL,
	mitigations TEXT NOT NULL,
	cpus INTEGER NOT NULL,          -- that were started; 0 if unknown
	disks TEXT NOT NULL,            -- models and sizes of those that were opened
	label TEXT NOT NULL             -- of the machine, in this run
);

CREATE INDEX run_of_machine ON run (machine, model, made);

-- Logs that are no usable run, so that they are not read again.
CREATE TABLE refused (
	path TEXT PRIMARY KEY,
	bytes INTEGER NOT NULL,
	modified_ns INTEGER NOT NULL,
	why TEXT NOT NULL
) WITHOUT ROWID;

-- The state that firmware left, by bare metal.
CREATE TABLE item (
	run INTEGER NOT NULL,
	name TEXT NOT NULL,             -- turbo, hwp and so on; several of a name are numbered
	value TEXT NOT NULL,            -- with the CPUs that differ
	PRIMARY KEY (run, name)
) WITHOUT ROWID;

CREATE TABLE figure (
	figure INTEGER PRIMARY KEY,
	bench TEXT NOT NULL,
	point TEXT NOT NULL,
	stage TEXT NOT NULL,
	unit TEXT NOT NULL,
	bytes INTEGER NOT NULL          -- moved by one operation; 0: none
);

-- One figure of one run: warm samples of one operation. By run: a new run is written to one place, and
-- only the runs that count are read.
CREATE TABLE value (
	run INTEGER NOT NULL,
	figure INTEGER NOT NULL,
	samples INTEGER NOT NULL,
	median REAL NOT NULL,
	p99 REAL NOT NULL,
	resolution REAL NOT NULL,
	PRIMARY KEY (run, figure)
) WITHOUT ROWID;
