-- SPDX-License-Identifier: MIT
SELECT uniqExactIf(run, NOT valid), uniqExactIf(run, NOT complete), 0 FROM run
