# SPDX-License-Identifier: MIT
# Draw the memory curve of one or more runs, 85 mm wide, with 95 % confidence intervals.
# usage: Rscript latency.R FIGURES.csv FIGURE.pdf
#
# Makes FIGURES.csv: bareline export --format csv -o FIGURES.csv RESULT...
# Needs R alone, without further packages.
arguments <- commandArgs(trailingOnly = TRUE)
figures <- read.csv(arguments[1], stringsAsFactors = FALSE)
curve <- subset(figures, bench == "mem.latency" & cache == "warm" & !is.na(median))
if ("axis_order" %in% names(curve))
	curve <- subset(curve, is.na(axis_order) | axis_order %in% c("", "random"))
unit <- unique(curve$unit)
if (length(unit) != 1)
	stop(arguments[1], ": expected mem.latency in one unit, found ", paste(unit, collapse = ", "))

# Fewer than six samples have no interval.
low <- ifelse(is.na(curve$median_low), curve$median, curve$median_low)
high <- ifelse(is.na(curve$median_high), curve$median, curve$median_high)
name <- sprintf("%s, pages of %d KiB", basename(curve$run), as.integer(curve$axis_page_bytes / 1024))
names <- unique(name)

pdf(arguments[2], width = 85 / 25.4, height = 60 / 25.4, pointsize = 8)
par(mar = c(3, 3.2, 0.5, 0.5), mgp = c(2, 0.6, 0))
plot(NULL, xlim = range(curve$axis_size_bytes), ylim = range(low, high), log = "xy",
     xlab = "working set (bytes)", ylab = sprintf("one load (%s)", unit))
for (i in seq_along(names)) {
	points <- which(name == names[i])
	points <- points[order(curve$axis_size_bytes[points])]
	size <- curve$axis_size_bytes[points]
	segments(size, low[points], size, high[points], col = i)
	lines(size, curve$median[points], type = "o", pch = 20, cex = 0.6, col = i)
}
legend("topleft", names, col = seq_along(names), lty = 1, bty = "n", cex = 0.8)
invisible(dev.off())
cat(sprintf("%d curves, %d points\n", length(names), nrow(curve)))
