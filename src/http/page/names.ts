// Written by `deno task playground`.

/** The files of the page. */
export const PAGE_NAMES = [
  "app.css",
  "app.js",
  "draw_chart.js",
  "index.html",
  "licenses.txt",
  "markdown.js",
  "on_demand.css",
  "on_demand.js",
  "shared.js",
  "shared_2.js",
  "shared_3.js",
  "shared_4.js",
  "views.js",
] as const;
