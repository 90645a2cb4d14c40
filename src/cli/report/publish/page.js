"use strict";
// Headings become buttons that sort their table; empty cells stay last. Without this the tables are as they are.
for (const table of document.querySelectorAll("table")) {
  const headings = [...table.tHead.rows[0].cells];
  const body = table.tBodies[0];
  const original = [...body.rows];
  const compare = (index, direction) => (a, b) => {
    const [one, other] = [a, b].map((row) => row.cells[index]);
    const empty = (cell) => cell.textContent === "";
    if (empty(one) || empty(other)) return empty(one) - empty(other);
    const numbers = one.dataset.key !== undefined && other.dataset.key !== undefined;
    const order = numbers
      ? Number(one.dataset.key) - Number(other.dataset.key)
      : one.textContent.localeCompare(other.textContent, "en", { numeric: true });
    return direction * order;
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
