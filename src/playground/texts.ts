// Written by `deno task playground`.

import text0 from "./dist/app.css" with { type: "text" };
import text1 from "./dist/app.js" with { type: "text" };
import text2 from "./dist/draw_chart.js" with { type: "text" };
import text3 from "./dist/index.html" with { type: "text" };
import text4 from "./dist/licenses.txt" with { type: "text" };
import text5 from "./dist/markdown.js" with { type: "text" };
import text6 from "./dist/on_demand.css" with { type: "text" };
import text7 from "./dist/on_demand.js" with { type: "text" };
import text8 from "./dist/shared.js" with { type: "text" };
import text9 from "./dist/shared_2.js" with { type: "text" };
import text10 from "./dist/shared_3.js" with { type: "text" };
import text11 from "./dist/shared_4.js" with { type: "text" };
import text12 from "./dist/views.js" with { type: "text" };

/** The texts of the page by the names of their files. */
export const TEXTS: ReadonlyMap<string, string> = new Map([
  ["app.css", text0],
  ["app.js", text1],
  ["draw_chart.js", text2],
  ["index.html", text3],
  ["licenses.txt", text4],
  ["markdown.js", text5],
  ["on_demand.css", text6],
  ["on_demand.js", text7],
  ["shared.js", text8],
  ["shared_2.js", text9],
  ["shared_3.js", text10],
  ["shared_4.js", text11],
  ["views.js", text12],
]);
