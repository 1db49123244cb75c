// Written by `deno task playground`.

/** The files of the page. */
export const FILES = [
  "app.css",
  "app.js",
  "draw_chart.js",
  "index.html",
  "judge.js",
  "licenses.txt",
  "markdown.js",
  "shared.js",
  "shared_2.js",
  "shared_3.js",
  "shared_4.js",
  "tool_views.js",
  "views.js",
] as const;
