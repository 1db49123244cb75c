// Written by `deno task playground`.

/** The files of the page. */
export const FILES = [
  "app.css",
  "app.js",
  "draw_chart.js",
  "index.html",
  "licenses.txt",
  "markdown.js",
  "on_demand.css",
  "on_demand.js",
  "shared.js",
] as const;
