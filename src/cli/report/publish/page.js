"use strict";
// Headings become buttons that sort their table: up, down, and back. Empty cells stay last.
const units = { "µs": 1e-6, ms: 1e-3, s: 1, min: 60, h: 3600, day: 86400, days: 86400, years: 31557600, KiB: 1024, MiB: 2 ** 20, GiB: 2 ** 30, k: 1e3, M: 1e6, G: 1e9, T: 1e12 };
// The number that a cell begins with, in its unit or units: "2 min 35 s" is 155. NaN where it begins with a word.
const value = (text) => {
  const [start] = text.replace(/± *[0-9.]+/, "").split(/[;(]/);
  if (!/^(about )?[0-9]/.test(start)) return NaN;
  const parts = [...start.matchAll(/([0-9][0-9,.]*(?:e[0-9]+)?)\s*(µs|ms|min|days?|years|[KMG]iB|[skMGTh])?(?![a-z])/g)];
  return parts.reduce((sum, [, number, unit]) => sum + Number(number.replaceAll(",", "")) * (units[unit] ?? 1), 0);
};
for (const table of document.querySelectorAll("table")) {
  const headings = [...table.tHead.rows[0].cells];
  const body = table.tBodies[0];
  const original = [...body.rows];
  const compare = (index, direction) => (a, b) => {
    const [one, other] = [a, b].map((row) => row.cells[index].textContent);
    if (one === "" || other === "") return (one === "") - (other === "");
    const order = value(one) - value(other);
    return direction * (Number.isNaN(order) ? one.localeCompare(other, "en", { numeric: true }) : order);
  };
  headings.forEach((heading, index) => {
    const button = document.createElement("button");
    button.type = "button";
    button.append(...heading.childNodes);
    heading.append(button);
    button.addEventListener("click", () => {
      const next = { ascending: "descending", descending: null }[heading.ariaSort] ?? (heading.ariaSort ? null : "ascending");
      for (const other of headings) other.ariaSort = null;
      heading.ariaSort = next;
      const rows = [...original];
      if (next) rows.sort(compare(index, next === "ascending" ? 1 : -1));
      body.append(...rows);
    });
  });
}
