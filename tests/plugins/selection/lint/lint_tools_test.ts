// S9: a catalogue gets grades and what to write first, and no wall of errors.

import assert from "node:assert/strict";
import { lintTools } from "../../../../src/plugins/selection/lint/lint_tools.ts";
import type { LintTool } from "../../../../src/plugins/selection/lint/report.ts";
import { lintReport } from "../../../../src/plugins/selection/lint/report_schema.ts";
import { needsShared, sharedPath } from "../../../support/shared.ts";
import { cpuMsOf } from "../../../support/eventually.ts";

const TERSE = ["weather", "news", "stock", "flight"].map((topic): LintTool => ({
  name: `get_${topic}`,
  description: `Get the ${topic} of a place`,
  parameters: { type: "object", properties: { place: { type: "string" } } },
}));

Deno.test("S9: the report sums up by kind, the most valuable first, with a tool, a sentence and a fix of each", () => {
  const report = lintTools(TERSE);
  assert.equal(report.count, 4);
  assert.equal(report.grades.A + report.grades.B + report.grades.C + report.grades.D + report.grades.F, 4);
  const points = report.first.map(({ points }) => points);
  assert.deepEqual(points, points.toSorted((a, b) => b - a));
  const [first] = report.first;
  assert.deepEqual([first?.code, first?.tools], ["when_missing", 4]);
  for (const { detail, fix, examples } of report.first) {
    assert.match(detail, /^\S.*\.$/);
    assert.match(fix, /^\S.*[."]$/);
    assert.ok(examples.length > 0 && examples.length <= 5);
  }
  const scores = report.tools.map(({ score }) => score);
  assert.deepEqual(scores, scores.toSorted((a, b) => a - b), "the worst first");
});

Deno.test("S9: at most ten kinds are shown in full, and the others are counted", () => {
  const bad: LintTool[] = [
    { name: "a.b", description: "", parameters: {} },
    {
      name: "get-user",
      description: "Get the user of a shop",
      parameters: { properties: { level: { enum: ["P1", "P2"] } } },
    },
    {
      name: "get_user",
      description: "Get the user of a shop",
      parameters: { properties: { b: { description: "Required: the key of it" } }, required: [] },
    },
    { name: "tool", description: "Ein Werkzeug für die Suche nach Kunden", parameters: {} },
    { name: "words", description: `Best tool. ${"word ".repeat(300)}`, parameters: {} },
  ];
  const report = lintTools(bad);
  const found = new Set(report.tools.flatMap(({ findings }) => findings.map(({ code }) => code)));
  assert.ok(found.size > 12, [...found].join());
  assert.equal(report.first.length, 10);
  assert.deepEqual(new Set([...report.first.map(({ code }) => code), ...Object.keys(report.more)]), found);
});

Deno.test("S9: the points of a finding are what its fix adds to the score", () => {
  const [before] = lintTools([TERSE[0]!]).tools;
  const points = before?.findings.find(({ code }) => code === "when_missing")?.points ?? 0;
  const [after] =
    lintTools([{ ...TERSE[0]!, description: `${TERSE[0]?.description}, for requests about it.` }]).tools;
  const longer = (after?.aspects.length ?? 0) - (before?.aspects.length ?? 0);
  assert.equal(after?.aspects.when, 1);
  assert.ok(Math.abs((after?.score ?? 0) - (before?.score ?? 0) - points - longer * 15) < 1.5);
});

Deno.test("S9: an agent with more than 20 tools in its prompt is found, and one with 20 is not", () => {
  const tools = (agent: string, count: number) =>
    Array.from({ length: count }, (_, index): LintTool => ({
      name: `${agent}_${index}`,
      description: `Send report${index} to desk${index}`,
      parameters: {},
      agents: [agent],
    }));
  const report = lintTools([...tools("support", 21), ...tools("sales", 20)]);
  assert.deepEqual(report.prompts.map(({ agent, tools }) => [agent, tools]), [["support", 21]]);
  const found = report.first.find(({ code }) => code === "too_many_tools");
  assert.deepEqual([found?.tools, found?.examples], [21, ["support"]]);
  assert.match(found?.fix ?? "", /toolSelection/);
  assert.deepEqual(lintTools(tools("sales", 20)).prompts, []);
});

Deno.test("S9: the same tools give the same report, which its schema reads", () => {
  const report = lintTools(TERSE);
  assert.deepEqual(report, lintTools(TERSE));
  const wire: unknown = JSON.parse(JSON.stringify(report));
  assert.deepEqual(lintReport.parse(wire), wire);
  assert.equal(lintTools([]).count, 0);
});

Deno.test("S9: names, descriptions and schemas of megabytes are linted in time", async () => {
  const long: LintTool[] = [
    { name: "x".repeat(1_000_000), description: "", parameters: {} },
    { name: "x", description: "a_b".repeat(1_000_000), parameters: {} },
    { name: "x", description: "中".repeat(500_000), parameters: {} },
    { name: "x", description: '"a b c '.repeat(200_000), parameters: {} },
    { name: "x", description: "e.g. return use this ".repeat(100_000), parameters: {} },
    {
      name: "x",
      description: "",
      parameters: { properties: { ["p".repeat(100_000)]: { enum: Array(10_000).fill("P1") } } },
    },
  ];
  const cpuMs = await cpuMsOf(() => assert.equal(lintTools(long).count, long.length));
  assert.ok(cpuMs < 3_000, `${cpuMs} ms`);
});

for (const [set, mostly] of [["metatool", "CD"], ["seal-tools", "CD"]] as const) {
  needsShared(
    `S9: ${set}, terse as it is, gets grades: at least 80 % of its tools have ${mostly}`,
    `data/${set}`,
    () => {
      const tools = JSON.parse(Deno.readTextFileSync(sharedPath("data", set, "tools.json")))
        .map(({ name, description, parameters = {} }: LintTool) => ({ name, description, parameters }));
      const { grades, count, first } = lintTools(tools);
      assert.ok(grades.C + grades.D >= count * 0.8, JSON.stringify(grades));
      assert.ok(first.length <= 10);
    },
  );
}
