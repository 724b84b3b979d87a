// SPDX-License-Identifier: MIT
// The page's script: filtering and folding; values, zoom and scales of charts; files of charts and
// tables. It reads all values from the page, whose charts and tables are complete without it.
(() => {
"use strict";

const root = document.documentElement;
const all = (selector, within = document) => [...within.querySelectorAll(selector)];

root.classList.add("script");

function make(name, attributes = {}, text = "") {
	const element = document.createElement(name);

	for (const [key, value] of Object.entries(attributes))
		element.setAttribute(key, value);
	element.textContent = text;
	return element;
}

function draw(name, attributes) {
	const element = document.createElementNS("http://www.w3.org/2000/svg", name);

	for (const [key, value] of Object.entries(attributes))
		element.setAttribute(key, value);
	return element;
}

// ---- Folding ----

function unfold_to(element) {
	for (let at = element; at; at = at.parentElement) {
		if (at.localName === "details")
			at.open = true;
	}
	const inner = element.querySelector(":scope > details");

	if (inner)
		inner.open = true;
}

function follow_hash() {
	const target = document.getElementById(decodeURIComponent(location.hash.slice(1)));

	if (target) {
		unfold_to(target);
		target.scrollIntoView();
	}
}

const unfold = document.getElementById("unfold");
const foldable = all("section > details, .fold");

unfold.onclick = () => {
	const opens = foldable.some(details => !details.open);

	for (const details of foldable)
		details.open = opens;
	unfold.textContent = opens ? "fold all" : "open all";
};
for (const link of all("a[href^='#']"))
	link.addEventListener("click", () => setTimeout(follow_hash));
addEventListener("hashchange", follow_hash);
if (location.hash)
	follow_hash();

// ---- Filter ----

const filter = document.getElementById("filter");
const found = document.getElementById("found");
const items = all("section figure, .ladder tbody tr, section dl");
const texts = new Map();
let opened = [];

function matches(element, words) {
	if (!texts.has(element))
		texts.set(element, element.textContent.toLowerCase());
	return words.every(word => texts.get(element).includes(word));
}

// If its title does not match, only matching rows of a figure's table are shown.
function filter_rows(figure, words) {
	const title = [...all("h3, .subject", figure)].map(part => part.textContent).join(" ").toLowerCase();
	const is_all = words.every(word => title.includes(word));

	for (const row of all("tbody tr, .change", figure))
		row.classList.toggle("hidden", !is_all && !matches(row, words));
}

function apply_filter() {
	const words = filter.value.toLowerCase().split(/\s+/).filter(Boolean);
	let count = 0;

	for (const details of opened)
		details.open = false;
	opened = [];
	for (const item of items) {
		const is_shown = matches(item, words);

		item.classList.toggle("hidden", !is_shown);
		if (item.localName === "figure" && is_shown)
			filter_rows(item, words);
		count += is_shown;
	}
	for (const section of all("section")) {
		const is_shown = items.some(item => section.contains(item) && !item.classList.contains("hidden"));
		const details = section.firstElementChild;

		section.classList.toggle("hidden", words.length > 0 && !is_shown);
		if (words.length > 0 && is_shown && !details.open) {
			details.open = true;
			opened.push(details);
		}
	}
	search_drawings(words);
	found.textContent = words.length > 0 ? `${count} found` : "";
}

filter.oninput = apply_filter;
addEventListener("keydown", event => {
	if (event.key === "/" && document.activeElement !== filter) {
		event.preventDefault();
		filter.focus();
	} else if (event.key === "Escape" && document.activeElement === filter) {
		filter.value = "";
		apply_filter();
		filter.blur();
	}
});

// Boxes of a drawing, such as a flame graph, are marked by their descriptions.
function search_drawings(words) {
	for (const drawing of all(".flow")) {
		drawing.classList.toggle("searched", words.length > 0);
		for (const box of all("rect", drawing))
			box.classList.toggle("hit", words.length > 0 && box.textContent !== "" && matches(box, words));
	}
}

// ---- Changes ----

const numbers = {
	"worst first": null,
	"by size": row => -Math.abs(Math.log(row.dataset.ratio ?? Infinity)),
	"by name": row => row.querySelector(".what").textContent,
};

function sort_changes(list, rows, key) {
	const order = key === null ? rows : [...rows].sort((a, b) => {
		const [x, y] = [key(a), key(b)];

		return typeof x === "string" ? x.localeCompare(y) : x - y;
	});

	list.append(...order);
}

// Buttons that show the rows of a verdict, and that sort them.
function prepare_changes(list) {
	const rows = all(".change", list), bar = make("div", {class: "tools changing"});
	const verdicts = [...new Set(rows.map(row => row.dataset.verdict))];
	const add = (text, pressed, act) => {
		const button = make("button", {type: "button", "aria-pressed": pressed}, text);

		button.onclick = () => act(button);
		bar.append(button);
		return button;
	};

	for (const verdict of verdicts) {
		const these = rows.filter(row => row.dataset.verdict === verdict);
		const sign = (/^[▲▼~]/.exec(these[0].querySelector(".verb").textContent) ?? [""])[0];

		add(`${sign} ${verdict} ${these.length}`.trim(), true, button => {
			const is_shown = button.getAttribute("aria-pressed") !== "true";

			button.setAttribute("aria-pressed", is_shown);
			these.forEach(row => row.classList.toggle("off", !is_shown));
		});
	}
	bar.append(make("span", {class: "about"}, "sort"));
	const sorts = Object.entries(numbers).map(([name, key]) => add(name, key === null, button => {
		sorts.forEach(other => other.setAttribute("aria-pressed", other === button));
		sort_changes(list, rows, key);
	}));

	list.before(bar);
	for (const commands of navigator.clipboard ? all("pre", list) : []) {
		const button = make("button", {type: "button"}, "copy");

		button.onclick = () => navigator.clipboard.writeText(commands.textContent)
			.then(() => { button.textContent = "copied"; });
		commands.previousElementSibling.append(" ", button);
	}
}

all(".changes").forEach(prepare_changes);

// ---- Where the reader is ----

const links = all("nav a");
const watch = new IntersectionObserver(entries => {
	for (const entry of entries) {
		if (entry.isIntersecting)
			links.forEach(link => link.classList.toggle("here", link.hash === `#${entry.target.id}`));
	}
}, {rootMargin: "-60px 0px -70% 0px"});

all("section").forEach(section => watch.observe(section));

// ---- Files ----

function save(name, text, type) {
	const link = make("a", {download: name});

	link.href = URL.createObjectURL(new Blob([text], {type}));
	link.click();
	setTimeout(() => URL.revokeObjectURL(link.href), 1000);
}

// Spreadsheets would take some texts for formulas.
function csv_field(cell) {
	const text = cell.textContent.trim();
	const safe = /^[=+@-]/.test(text) && isNaN(Number(text)) ? `'${text}` : text;

	return /[",\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

function csv_of(table) {
	return all("tr", table).map(row => [...row.cells].map(csv_field).join(",") + "\n").join("");
}

// The rules for charts, with the colours now in use.
function chart_style() {
	const colours = getComputedStyle(root);

	return [...document.styleSheets[0].cssRules]
		.filter(rule => rule.selectorText && /svg text|stage|\.on\d|\.level|\.end/.test(rule.selectorText))
		.map(rule => rule.cssText.replace(/\.plot /g, ""))
		.join("").replace(/var\((--\w+)\)/g, (whole, name) => colours.getPropertyValue(name));
}

function svg_of(figure) {
	const chart = figure.querySelector(".plot > svg");
	const height = Number(chart.getAttribute("height"));
	const colours = getComputedStyle(root);
	const names = all(".names li", figure), values = all(".values li", figure);
	const left = names.length > 0 ? 220 : 60, right = values.length > 0 ? 90 : 150, width = 900;
	const sheet = draw("svg", {xmlns: "http://www.w3.org/2000/svg", width, height: height + 150,
		color: colours.getPropertyValue("--ink"), fill: colours.getPropertyValue("--ink")});
	const inner = draw("svg", {x: left, y: 80, width: width - left - right, height, overflow: "visible"});
	const add = (x, y, anchor, text) => {
		const element = draw("text", {x, y, "text-anchor": anchor});

		element.textContent = text;
		sheet.append(element);
	};

	sheet.append(draw("rect", {width: "100%", height: "100%", fill: colours.getPropertyValue("--paper")}));
	sheet.prepend(draw("style", {}));
	sheet.firstChild.textContent = chart_style();
	add(12, 24, "start", figure.querySelector("h3").textContent);
	inner.append(...[...chart.cloneNode(true).childNodes]);
	all(".cursor, .zoom", inner).forEach(element => element.remove());
	all(".end", inner).forEach(element => element.setAttribute("x", width - left - right));
	sheet.append(inner);
	names.forEach((name, i) => add(left - 8, 84 + height * (i + .5) / names.length, "end", name.textContent));
	values.forEach((value, i) => add(width - 12, 84 + height * (i + .5) / values.length, "end", value.textContent));
	return new XMLSerializer().serializeToString(sheet);
}

// ---- Scales of axes ----

// The page has the ticks of each whole chart. A zoomed or rescaled axis has ticks that only the
// reader's choice of a range determines, so the script places and names them. Units are the page's.
const units_of = text => text.split(" ").map(word => word.split("="))
	.map(([name, size]) => ({name, size: Number(size)}));
const sizes = units_of(document.currentScript.dataset.sizes);
const prefixes = units_of(document.currentScript.dataset.prefixes);
const long_from = Number(document.currentScript.dataset.long);

function scaled_text(value, units, blank) {
	const unit = units.findLast(({size}) => Math.abs(value) >= size) ?? units[0];

	return `${+(value / unit.size).toPrecision(3)}${blank}${unit.name}`;
}

function number_text(value) {
	return Math.abs(value) >= long_from ? scaled_text(value, prefixes, "") : String(+value.toPrecision(3));
}

class Scale {
	constructor(kind, low, high) {
		Object.assign(this, {kind, low, high, is_log: kind !== "linear"});
	}
	place(value) {
		return this.is_log ? Math.log(value / this.low) / Math.log(this.high / this.low)
			: (value - this.low) / (this.high - this.low);
	}
	value(place) {
		return this.is_log ? this.low * (this.high / this.low) ** place
			: this.low + (this.high - this.low) * place;
	}
	text(value) {
		return this.kind === "size" ? scaled_text(value, sizes, " ") : number_text(value);
	}
	multiples(digits) {
		const ticks = [];

		for (let power = Math.floor(Math.log10(this.low)); power <= Math.log10(this.high) + 1; power++)
			ticks.push(...digits.map(digit => digit * 10 ** power));
		return this.within(ticks);
	}
	within(ticks) {
		return ticks.filter(tick => tick >= this.low * (1 - 1e-9) && tick <= this.high * (1 + 1e-9));
	}
	ticks() {
		if (this.kind === "size") {
			const sizes = Array.from({length: 41}, (unused, shift) => 2 ** shift);
			const even = this.within(sizes.filter((unused, shift) => shift % 2 === 0));

			return even.length > 2 ? even : this.within(sizes);
		}
		if (this.is_log) {
			for (const digits of [[1], [1, 3], [1, 2, 5]]) {
				if (this.multiples(digits).length > 2)
					return this.multiples(digits);
			}
			return this.multiples([1, 2, 3, 4, 5, 6, 7, 8, 9]);
		}
		const rough = (this.high - this.low) / 5, power = 10 ** Math.floor(Math.log10(rough));
		const step = [1, 2, 5, 10].find(digit => digit * power >= rough) * power;
		const ticks = [];

		for (let i = Math.ceil(this.low / step - 1e-9); i * step <= this.high * (1 + 1e-9); i++)
			ticks.push(i * step);
		return ticks;
	}
}

// ---- Charts ----

const number_of = (element, name) => parseFloat(element.getAttribute(name));

// A path's commands, with positions along x from 0 to 1.
function path_steps(path) {
	return [...path.getAttribute("d").matchAll(/([MLHV])(-?[\d.]+)(?: (-?[\d.]+))?/g)]
		.map(([unused, command, first, second]) => command === "V" ? {command, y: Number(first)}
			: {command, x: Number(first) / 1000, y: Number(second)});
}

class Chart {
	constructor(figure, svg) {
		this.figure = figure;
		this.svg = svg;
		this.marks = all(".curve circle, .curve rect", svg).map(element => {
			const title = element.querySelector("title");
			const text = title ? title.textContent : "";

			// The tip shows it.
			if (title)
				title.remove();
			element.setAttribute("aria-label", text);
			return {element, text, x: element.localName === "rect"
				? number_of(element, "x") / 100 + number_of(element, "width") / 200
				: number_of(element, "cx") / 100, curve: element.closest(".curve")};
		});
		this.tip = make("div", {class: "tip", role: "status", hidden: ""});
		svg.parentElement.append(this.tip);
		svg.tabIndex = 0;
		this.at = -1;
		svg.addEventListener("pointermove", event => this.point(event));
		svg.addEventListener("pointerdown", event => this.point(event));
		svg.addEventListener("pointerleave", event => event.pointerType !== "touch" && this.show(-1));
		svg.addEventListener("blur", () => this.show(-1));
		svg.addEventListener("keydown", event => this.press(event));
	}
	// Positions that have a value, in order: here each mark.
	stops() {
		return this.marks.map((unused, i) => i);
	}
	marks_at(stop) {
		return [this.marks[stop]];
	}
	point(event) {
		const element = event.target.closest("circle, rect");

		this.show(this.marks.findIndex(mark => mark.element === element));
	}
	press(event) {
		const step = {ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1}[event.key];
		const count = this.stops().length;

		if (!step || count === 0)
			return;
		event.preventDefault();
		this.show(this.at < 0 ? (step > 0 ? 0 : count - 1) : Math.max(0, Math.min(count - 1, this.at + step)));
	}
	// Show the values at a stop; -1: none.
	show(at) {
		all(".cursor", this.svg).forEach(element => element.remove());
		all(".near", this.svg).forEach(element => element.classList.remove("near"));
		this.at = at;
		this.tip.hidden = at < 0;
		if (at < 0)
			return;
		const marks = this.marks_at(this.stops()[at]);

		this.tip.replaceChildren(...marks.map(mark => {
			const line = make("div"), sign = draw("svg", {width: 9, height: 9});

			sign.append(draw("circle", {cx: 4.5, cy: 4.5, r: 4.5,
				fill: getComputedStyle(mark.element).fill}));
			line.append(sign, mark.text);
			mark.element.classList.add("near");
			return line;
		}));
		this.place_tip(marks[0].element.getBoundingClientRect());
	}
	place_tip(mark) {
		const box = this.svg.parentElement.getBoundingClientRect();
		const middle = mark.left + mark.width / 2 - box.left, wide = this.tip.offsetWidth;
		const left = middle > box.width / 2 ? middle - wide - 12 : middle + 12;

		this.tip.style.left = `${Math.max(0, Math.min(box.width - wide, left))}px`;
		this.tip.style.top = `${Math.max(0, mark.top - box.top - this.tip.offsetHeight - 10)}px`;
	}
}

// With numeric axes: all values at one position, zoom, scales, and curves that can be hidden.
class XYChart extends Chart {
	constructor(figure, svg) {
		super(figure, svg);
		const [x, y] = ["x", "y"].map(name => svg.dataset[name].split(" "));

		this.height = number_of(svg, "height");
		this.x = new Scale(x[0], Number(x[1]), Number(x[2]));
		this.y = new Scale(y[0], Number(y[1]), Number(y[2]));
		this.y_now = this.y;
		this.from = 0;
		this.to = 1;
		this.marks.forEach(mark => {
			mark.y = mark.element.localName === "rect" ? number_of(mark.element, "y") : number_of(mark.element, "cy");
			mark.width = number_of(mark.element, "width") / 100;
			mark.height = number_of(mark.element, "height");
		});
		this.paths = all("path", svg).filter(path => path.closest(".curve"))
			.map(path => ({path, steps: path_steps(path)}));
		this.labels = all(".level text, .mark text, .mark line", svg).map(element =>
			({element, x: number_of(element, element.localName === "line" ? "x1" : "x") / 100,
				y: number_of(element, "y"), lift: element.nextElementSibling ? 22 : 8}));
		this.curves = all(".curve", svg);
		this.axes = [svg.querySelector(".ticks"), svg.querySelector(".grid path")];
		this.first = [[...this.axes[0].childNodes], this.axes[1].getAttribute("d")];
		this.drag = null;
		svg.addEventListener("pointerdown", event => this.begin_drag(event));
		addEventListener("pointerup", event => this.end_drag(event));
		svg.addEventListener("dblclick", () => this.zoom_to(0, 1));
	}
	stops() {
		const shown = this.marks.filter(mark => !mark.curve.classList.contains("hidden") &&
			mark.x >= this.from - 1e-9 && mark.x <= this.to + 1e-9);

		return [...new Set(shown.map(mark => mark.x))].sort((a, b) => a - b);
	}
	marks_at(stop) {
		return this.marks.filter(mark => mark.x === stop && !mark.curve.classList.contains("hidden"));
	}
	view(x) {
		return (x - this.from) / (this.to - this.from);
	}
	// A vertical position on the scale now in use.
	lift(y) {
		if (this.y_now === this.y)
			return y;
		return this.height * (1 - this.y_now.place(this.y.value(1 - y / this.height)));
	}
	place_of(event) {
		const box = this.svg.getBoundingClientRect();

		return this.from + (this.to - this.from) * (event.clientX - box.left) / box.width;
	}
	nearest(event) {
		const place = this.place_of(event), stops = this.stops();

		return stops.reduce((best, stop, i) =>
			best < 0 || Math.abs(stop - place) < Math.abs(stops[best] - place) ? i : best, -1);
	}
	point(event) {
		if (this.drag !== null && event.type === "pointermove")
			this.draw_zone(this.drag, this.place_of(event));
		this.show(this.nearest(event));
	}
	show(at) {
		super.show(at);
		if (at < 0)
			return;
		const x = `${100 * this.view(this.stops()[at])}%`;

		this.svg.append(draw("line", {class: "cursor", x1: x, x2: x, y2: this.height}));
	}
	draw_zone(first, second) {
		const [from, to] = [first, second].sort((a, b) => a - b).map(place => this.view(place));

		all(".zoom", this.svg).forEach(element => element.remove());
		this.svg.append(draw("rect", {class: "zoom", x: `${100 * from}%`, width: `${100 * (to - from)}%`,
			height: this.height}));
	}
	begin_drag(event) {
		if (event.pointerType !== "touch")
			this.drag = this.place_of(event);
	}
	end_drag(event) {
		if (this.drag === null)
			return;
		const ends = [this.drag, this.place_of(event)].sort((a, b) => a - b);

		all(".zoom", this.svg).forEach(element => element.remove());
		this.drag = null;
		if (this.stops().filter(stop => stop >= ends[0] && stop <= ends[1]).length > 1)
			this.zoom_to(Math.max(0, ends[0]), Math.min(1, ends[1]));
	}
	press(event) {
		const act = {"+": () => this.zoom(.5), "=": () => this.zoom(.5), "-": () => this.zoom(2),
			"0": () => this.zoom_to(0, 1), l: () => this.change_scale()}[event.key];

		if (act && !event.ctrlKey && !event.metaKey)
			act();
		else
			super.press(event);
	}
	// Zoom around the values that are shown.
	zoom(factor) {
		const stops = this.stops(), length = Math.min(1, (this.to - this.from) * factor);
		const middle = this.at < 0 ? (this.from + this.to) / 2 : stops[this.at];
		const from = Math.max(0, Math.min(1 - length, middle - length / 2));

		if (stops.filter(stop => stop >= from && stop <= from + length).length > 1)
			this.zoom_to(from, from + length);
	}
	zoom_to(from, to) {
		const stop = this.stops()[this.at];

		this.from = from;
		this.to = to;
		this.redraw();
		this.show(this.stops().indexOf(stop));
	}
	change_scale() {
		if (!this.can_change)
			return;
		this.is_changed = !this.is_changed;
		this.redraw();
	}
	// The scale of all values in view: of the whole chart if nothing has changed.
	fit() {
		const is_log = this.y.is_log !== Boolean(this.is_changed);
		const values = this.marks.filter(mark => mark.x >= this.from && mark.x <= this.to &&
			!mark.curve.classList.contains("hidden")).map(mark => this.y.value(1 - mark.y / this.height));
		const low = Math.min(...values), high = Math.max(...values);

		if ((this.from === 0 && this.to === 1 && !this.is_changed &&
			!this.curves.some(curve => curve.classList.contains("hidden"))) || !(high > 0))
			return this.y;
		if (!is_log)
			return new Scale("linear", low > 0 && low > high / 2 && this.to - this.from < 1 ? low * .95 : Math.min(0, low), high * 1.06);
		return new Scale("log", low / 1.15, high * 1.15);
	}
	redraw() {
		this.y_now = this.fit();
		this.svg.classList.toggle("zoomed", this.to - this.from < 1);
		for (const {path, steps} of this.paths) {
			path.setAttribute("d", steps.map(({command, x, y}) =>
				command + (command === "V" ? "" : 1000 * this.view(x)) + (command === "M" || command === "L" ? " " : "") +
				(command === "H" ? "" : this.lift(y))).join(""));
			path.closest("svg").setAttribute("overflow", this.to - this.from < 1 ? "hidden" : "visible");
		}
		this.marks.forEach(mark => this.redraw_mark(mark));
		for (const {element, x, y, lift} of this.labels) {
			const is_level = element.parentElement.classList.contains("level");

			for (const name of element.localName === "line" ? ["x1", "x2"] : ["x"])
				element.setAttribute(name, `${100 * this.view(x)}%`);
			if (is_level)
				element.setAttribute("y", this.lift(y + lift) - lift);
			element.classList.toggle("hidden", this.view(x) < 0 || this.view(x) > 1);
		}
		this.redraw_axes();
		this.reset.hidden = this.to - this.from === 1;
		if (this.scale_button)
			this.scale_button.setAttribute("aria-pressed", this.y_now.is_log);
	}
	redraw_mark(mark) {
		const {element} = mark, x = this.view(mark.x);

		if (element.localName === "rect") {
			const half = mark.width / (this.to - this.from) / 2;

			element.setAttribute("x", `${100 * Math.max(0, x - half)}%`);
			element.setAttribute("width", `${100 * Math.max(0, Math.min(1, x + half) - Math.max(0, x - half))}%`);
			element.setAttribute("y", this.lift(mark.y));
			element.setAttribute("height", Math.max(0, this.lift(mark.y + mark.height) - this.lift(mark.y)));
		} else {
			element.setAttribute("cx", `${100 * x}%`);
			element.setAttribute("cy", this.lift(mark.y));
			element.classList.toggle("hidden", x < -1e-9 || x > 1 + 1e-9);
		}
	}
	redraw_axes() {
		const x = new Scale(this.x.kind, this.x.value(this.from), this.x.value(this.to));
		const xs = x.ticks(), ys = this.y_now.ticks(), [ticks, grid] = this.axes;
		const every = Math.ceil(xs.length / Math.max(2, this.svg.clientWidth / 70));
		const height = tick => this.height * (1 - this.y_now.place(tick));
		const add = (attributes, text) => {
			const element = draw("text", attributes);

			element.textContent = text;
			ticks.append(element);
		};

		if (this.y_now === this.y && this.to - this.from === 1) {
			ticks.replaceChildren(...this.first[0]);
			grid.setAttribute("d", this.first[1]);
			return;
		}
		ticks.replaceChildren();
		xs.filter((unused, i) => i % every === 0).forEach(tick => add({x: `${100 * x.place(tick)}%`,
			y: this.height + 17, "text-anchor": "middle"}, x.text(tick)));
		ys.forEach(tick => add({x: -8, y: height(tick) + 4, "text-anchor": "end"}, this.y_now.text(tick)));
		grid.setAttribute("d", xs.map(tick => `M${1000 * x.place(tick)} 0V${this.height}`).join("") +
			ys.map(tick => `M0 ${height(tick)}H1000`).join(""));
	}
	// Buttons for what keys do, and for each curve with a name.
	add_tools(bar) {
		const button = (text, title, act) => {
			const element = make("button", {type: "button", title}, text);

			element.onclick = () => act(element);
			bar.append(element);
			return element;
		};

		this.can_change = this.marks.length > 2 && this.marks.every(mark => mark.element.localName === "circle") &&
			this.marks.every(mark => this.y.value(1 - mark.y / this.height) > 0);
		if (this.can_change) {
			this.scale_button = button("log scale", "key l", () => this.change_scale());
			this.scale_button.setAttribute("aria-pressed", this.y.is_log);
		}
		const names = all(".key li", this.figure);
		const named = this.curves.slice(0, names.length);

		if (names.length > 1 && named.length === names.length) {
			named.forEach((curve, i) => this.add_switch(curve, names[i], button));
			this.figure.classList.add("switched");
		}
		button("+", "zoom in: key +, or drag", () => this.zoom(.5));
		button("−", "zoom out: key −", () => this.zoom(2));
		this.reset = button("whole range", "key 0, or double click", () => this.zoom_to(0, 1));
		this.reset.hidden = true;
	}
	add_switch(curve, name, button) {
		const element = button(name.textContent, "show or hide", () => {
			curve.classList.toggle("hidden");
			element.setAttribute("aria-pressed", !curve.classList.contains("hidden"));
			this.redraw();
		});

		element.prepend(name.firstElementChild.cloneNode(true));
		element.setAttribute("aria-pressed", "true");
	}
}

// ---- Figures ----

const prepared = new WeakSet();

// Only when it becomes visible, since most figures are folded.
function prepare(figure) {
	if (prepared.has(figure))
		return;
	prepared.add(figure);
	const bar = make("div", {class: "tools"});
	const svg = figure.querySelector(".plot > svg"), table = figure.querySelector("table");
	const add = (text, title, act) => {
		const element = make("button", {type: "button", title}, text);

		element.onclick = act;
		bar.append(element);
	};

	if (svg) {
		const chart = svg.dataset.x ? new XYChart(figure, svg) : new Chart(figure, svg);

		if (chart.add_tools)
			chart.add_tools(bar);
		add("SVG", "save the chart", () => save(`${figure.id}.svg`, svg_of(figure), "image/svg+xml"));
	}
	if (table)
		add("CSV", "save the table", () => save(`${figure.id}.csv`, csv_of(table), "text/csv"));
	const before = figure.querySelector("figcaption, details.data");

	if (before)
		before.parentElement.insertBefore(bar, before);
}

for (const figure of all("figure")) {
	const fold = figure.querySelector(":scope > .fold");

	if (fold && !fold.open)
		fold.addEventListener("toggle", () => fold.open && prepare(figure));
	else
		prepare(figure);
}
})();
