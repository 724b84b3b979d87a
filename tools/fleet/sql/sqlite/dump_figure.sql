-- SPDX-License-Identifier: MIT
SELECT * FROM main.figure;
