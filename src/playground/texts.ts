// Written by `deno task playground`.

import text0 from "./dist/app.css" with { type: "text" };
import text1 from "./dist/app.js" with { type: "text" };
import text2 from "./dist/draw_chart.js" with { type: "text" };
import text3 from "./dist/index.html" with { type: "text" };
import text4 from "./dist/judge.js" with { type: "text" };
import text5 from "./dist/licenses.txt" with { type: "text" };
import text6 from "./dist/markdown.js" with { type: "text" };
import text7 from "./dist/palette.js" with { type: "text" };
import text8 from "./dist/shared.js" with { type: "text" };
import text9 from "./dist/shared_2.js" with { type: "text" };
import text10 from "./dist/shared_3.js" with { type: "text" };
import text11 from "./dist/shared_4.js" with { type: "text" };
import text12 from "./dist/shared_5.js" with { type: "text" };
import text13 from "./dist/shared_6.js" with { type: "text" };
import text14 from "./dist/tool_views.js" with { type: "text" };
import text15 from "./dist/views.js" with { type: "text" };

/** The texts of the page by the names of their files. */
export const TEXTS: ReadonlyMap<string, string> = new Map([
  ["app.css", text0],
  ["app.js", text1],
  ["draw_chart.js", text2],
  ["index.html", text3],
  ["judge.js", text4],
  ["licenses.txt", text5],
  ["markdown.js", text6],
  ["palette.js", text7],
  ["shared.js", text8],
  ["shared_2.js", text9],
  ["shared_3.js", text10],
  ["shared_4.js", text11],
  ["shared_5.js", text12],
  ["shared_6.js", text13],
  ["tool_views.js", text14],
  ["views.js", text15],
]);
