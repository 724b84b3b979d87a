-- SPDX-License-Identifier: MIT
-- Runs that are no part of the summary whatever their time, and unusable logs.
SELECT SUM(NOT valid), SUM(NOT complete), (SELECT COUNT(*) FROM main.refused) FROM main.run;
