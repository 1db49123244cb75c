// S8: what models and users wrote stands in reports as text, whatever it is; a large matrix is drawn in part and loses no count.

import assert from "node:assert/strict";
import { reportOf } from "../../src/evaluation/data/report.ts";
import { compareReports, runEvaluation, toHtml, toMarkdown } from "../../src/evaluation/mod.ts";
import { NONE } from "../../src/evaluation/measures/confusion.ts";
import { matrixSvg } from "../../src/evaluation/reports/matrix_svg.ts";
import { choice } from "./files/weather.eval.ts";

Deno.test("S8: hostile names and answers make no markup in a page and no cell in Markdown", async () => {
  const hostile = '</td><script>alert(1)</script> | a\n# b <img src=x onerror="y">\u0000';
  const report = await runEvaluation(choice);
  const changed = reportOf([{
    ...report,
    name: hostile,
    subject: { agent: hostile },
    matrix: { names: [hostile, NONE], counts: [[1, 2], [3, 4]] },
    gates: [{ name: hostile, held: false, detail: hostile }],
    results: [{ id: hostile, category: hostile, passed: 0, attempts: 1, problems: [hostile] }],
    failures: [{ case: hostile, repeat: 1, code: "model_network", message: hostile }],
    warnings: [hostile],
    measures: report.measures.map((measure) => ({ ...measure, category: hostile })),
  }]);
  const html = toHtml(changed, compareReports(changed, changed));
  for (const markup of ["<script", "<img", "\u0000"]) assert.ok(!html.includes(markup), markup);
  const lines = toMarkdown(changed, compareReports(changed, changed)).split("\n");
  assert.deepEqual(lines.filter((line) => line.startsWith("# ")), ["# Evaluation: passed"]);
  for (const line of lines) assert.doesNotMatch(line, /[<>]|&(?!(?:amp|lt|gt);)/, line);
});

Deno.test("S8: a matrix of 200 tools shows those that are confused, and the others as one row with their counts", () => {
  const names = [...Array.from({ length: 200 }, (_, index) => `t${index}`), NONE];
  const counts = names.map((_, row) =>
    names.map((_, column) => row === column ? 2 : row === 150 && column === 7 ? 5 : 0)
  );
  const svg = matrixSvg({ names, counts });
  assert.match(svg, /<title>expected t150, called t7: 5 of 7<\/title>/);
  assert.match(svg, /<title>expected \(178 others\), called \(178 others\): 356 of 356<\/title>/);
  const shown = [...svg.matchAll(/<title>[^<]*: (\d+) of \d+<\/title>/g)].map(([, count]) => Number(count));
  assert.equal(shown.reduce((sum, count) => sum + count, 0), 201 * 2 + 5);
});
