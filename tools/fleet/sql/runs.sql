-- SPDX-License-Identifier: MIT
-- The runs that count, those of one machine together.
SELECT model, machine, is_past, run FROM {runs} ORDER BY model, machine, is_past;
