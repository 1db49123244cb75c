// Written by `deno task playground`.

/** The files of the page. */
export const FILES = [
  "app.css",
  "app.js",
  "draw_chart.js",
  "index.html",
  "input_dialog.js",
  "judge.js",
  "licenses.txt",
  "markdown.js",
  "palette.js",
  "shared.js",
  "shared_10.js",
  "shared_11.js",
  "shared_2.js",
  "shared_3.js",
  "shared_4.js",
  "shared_5.js",
  "shared_6.js",
  "shared_7.js",
  "shared_8.js",
  "shared_9.js",
  "thread_files.js",
  "tool_views.js",
  "views.js",
] as const;
