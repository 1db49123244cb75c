// Written by `deno task playground`.

import text0 from "./dist/app.css" with { type: "text" };
import text1 from "./dist/app.js" with { type: "text" };
import text2 from "./dist/draw_chart.js" with { type: "text" };
import text3 from "./dist/index.html" with { type: "text" };
import text4 from "./dist/input_dialog.js" with { type: "text" };
import text5 from "./dist/judge.js" with { type: "text" };
import text6 from "./dist/licenses.txt" with { type: "text" };
import text7 from "./dist/markdown.js" with { type: "text" };
import text8 from "./dist/on_demand.js" with { type: "text" };
import text9 from "./dist/palette.js" with { type: "text" };
import text10 from "./dist/shared.js" with { type: "text" };
import text11 from "./dist/shared_10.js" with { type: "text" };
import text12 from "./dist/shared_11.js" with { type: "text" };
import text13 from "./dist/shared_12.js" with { type: "text" };
import text14 from "./dist/shared_13.js" with { type: "text" };
import text15 from "./dist/shared_14.js" with { type: "text" };
import text16 from "./dist/shared_15.js" with { type: "text" };
import text17 from "./dist/shared_16.js" with { type: "text" };
import text18 from "./dist/shared_17.js" with { type: "text" };
import text19 from "./dist/shared_18.js" with { type: "text" };
import text20 from "./dist/shared_19.js" with { type: "text" };
import text21 from "./dist/shared_2.js" with { type: "text" };
import text22 from "./dist/shared_3.js" with { type: "text" };
import text23 from "./dist/shared_4.js" with { type: "text" };
import text24 from "./dist/shared_5.js" with { type: "text" };
import text25 from "./dist/shared_6.js" with { type: "text" };
import text26 from "./dist/shared_7.js" with { type: "text" };
import text27 from "./dist/shared_8.js" with { type: "text" };
import text28 from "./dist/shared_9.js" with { type: "text" };
import text29 from "./dist/thread_files.js" with { type: "text" };
import text30 from "./dist/timeline.css" with { type: "text" };
import text31 from "./dist/timeline.js" with { type: "text" };
import text32 from "./dist/views.css" with { type: "text" };
import text33 from "./dist/views.js" with { type: "text" };

/** The texts of the page by the names of their files. */
export const TEXTS: ReadonlyMap<string, string> = new Map([
  ["app.css", text0],
  ["app.js", text1],
  ["draw_chart.js", text2],
  ["index.html", text3],
  ["input_dialog.js", text4],
  ["judge.js", text5],
  ["licenses.txt", text6],
  ["markdown.js", text7],
  ["on_demand.js", text8],
  ["palette.js", text9],
  ["shared.js", text10],
  ["shared_10.js", text11],
  ["shared_11.js", text12],
  ["shared_12.js", text13],
  ["shared_13.js", text14],
  ["shared_14.js", text15],
  ["shared_15.js", text16],
  ["shared_16.js", text17],
  ["shared_17.js", text18],
  ["shared_18.js", text19],
  ["shared_19.js", text20],
  ["shared_2.js", text21],
  ["shared_3.js", text22],
  ["shared_4.js", text23],
  ["shared_5.js", text24],
  ["shared_6.js", text25],
  ["shared_7.js", text26],
  ["shared_8.js", text27],
  ["shared_9.js", text28],
  ["thread_files.js", text29],
  ["timeline.css", text30],
  ["timeline.js", text31],
  ["views.css", text32],
  ["views.js", text33],
]);
