// S8, E17: `treadle eval` runs files, goes on with a file of results, writes reports, and fails on a regression.

import assert from "node:assert/strict";
import { runEvaluation } from "../../src/evaluation/mod.ts";
import { reportOf } from "../../src/evaluation/data/report.ts";
import { barText } from "../../src/cli/eval/progress.ts";
import { fromFileUrl, projectRoot } from "../support/project.ts";
import { type Ran, runTreadle } from "../cli/_treadle.ts";
import { choice, trajectories } from "./files/weather.eval.ts";

const FILE = fromFileUrl(new URL("tests/evaluation/files/weather.eval.ts", projectRoot));
const SELECTOR = fromFileUrl(new URL("tests/slow/evaluation/files/_selector.ts", projectRoot));

async function inFolder(test: (folder: string, run: (...words: string[]) => Promise<Ran>) => Promise<void>) {
  const folder = await Deno.makeTempDir({ prefix: "eval_" });
  try {
    await test(folder, (...words) => runTreadle({ cwd: folder }, "eval", ...words));
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
}

Deno.test("S8, E17: treadle eval has the report of the run in process, and the exit code 1 where a gate fails", () =>
  inFolder(async (_folder, run) => {
    const { code, stdout, stderr } = await run(FILE, "--json");
    assert.deepEqual([code, stderr], [1, ""]);
    // A module lists its exports in the order of the alphabet.
    const own = reportOf([await runEvaluation(choice), await runEvaluation(trajectories)]);
    assert.deepEqual(JSON.parse(stdout), JSON.parse(JSON.stringify(own)));
    const text = await run(FILE);
    assert.match(text.stdout, /pass rate +all +50\.0 % +9\.5 to 90\.5 +4 attempts/);
    assert.match(text.stdout, /false positive rate +all +50\.0 % +9\.5 to 90\.5 +2 attempts/);
    assert.match(text.stdout, /FAILED cases: 1 of 2 cases fail: wind/);
    assert.match(
      text.stdout,
      /case thanks: 0 of 1 right: false_positive: expected no tool, called warn; asked "Thanks/,
    );
    assert.equal((await run(FILE, "--case", "rain")).code, 0);
  }));

Deno.test("S8: a run with a file of results goes on behind a line that was cut off, and refuses another version", () =>
  inFolder(async (folder, run) => {
    const path = `${folder}/run.jsonl`;
    await run(FILE, "--results", path);
    const whole = (await Deno.readTextFile(path)).trimEnd().split("\n");
    assert.equal(whole.length, 2 + 4 + 3);
    // The first evaluation has its head and two attempts, the third was cut off.
    await Deno.writeTextFile(path, `${whole.slice(0, 3).join("\n")}\n${whole[3]?.slice(0, 40)}`);
    const { stdout } = await run(FILE, "--results", path, "--json");
    const again = (await Deno.readTextFile(path)).trimEnd().split("\n");
    assert.deepEqual(again.slice(0, 3), whole.slice(0, 3));
    assert.equal(again.length, whole.length);
    assert.deepEqual(JSON.parse(stdout).evaluations.map((each: { attempts: number }) => each.attempts), [
      3,
      4,
    ]);
    await run(FILE, "--results", path);
    assert.deepEqual((await Deno.readTextFile(path)).trimEnd().split("\n"), again, "nothing is left to do");

    const changed = again.map((line) => line.replace(/"digest":"\w+"/, '"digest":"0"')).join("\n");
    await Deno.writeTextFile(path, `${changed}\n`);
    const refused = await run(FILE, "--results", path);
    assert.equal(refused.code, 1);
    assert.match(refused.stderr, /^invalid_request: The file of results has another version of choice/);
  }));

Deno.test("S8: reports are JSON, Markdown and a page without anything from elsewhere; a worse measure fails", () =>
  inFolder(async (folder, run) => {
    const place = (name: string) => `${folder}/${name}`;
    const paths = ["--report", place("a.json"), "--markdown", place("a.md"), "--html", place("a.html")];
    await run(FILE, ...paths);
    const markdown = await Deno.readTextFile(place("a.md"));
    assert.match(markdown, /\| accuracy \| all \| 66\.7 % \| 20\.8 to 93\.9 \| 3 \| attempts \|/);
    assert.match(markdown, /\| \(none\) \| warn \| 1 \| 2 \|/);
    const html = await Deno.readTextFile(place("a.html"));
    assert.match(html, /<svg [^>]*role="img" aria-label="Confusion matrix/);
    assert.doesNotMatch(html, /<script|<link|<img|src=|url\(|@import/i);
    assert.deepEqual([...new Set(html.match(/https?:\/\/[^"\s]+/g))], ["http://www.w3.org/2000/svg"]);

    // Twenty times as many attempts before, all of them right.
    const before = JSON.parse(await Deno.readTextFile(place("a.json")));
    const better = { value: 1, n: 60, low: 0.94, high: 1, method: "wilson" };
    const accuracy = before.evaluations[0].measures.find(({ name }: { name: string }) => name === "accuracy");
    Object.assign(accuracy, better);
    await Deno.writeTextFile(place("b.json"), JSON.stringify(before));
    const { stdout, code } = await run(
      FILE,
      "--compare",
      place("b.json"),
      "--json",
      "--html",
      place("b.html"),
    );
    assert.equal(code, 1);
    const [compared] = JSON.parse(stdout).comparisons;
    assert.equal(compared.regressed, true);
    const change = compared.measures[0];
    // 2/3 [0.2077, 0.9385] after 1 [0.94, 1]: -1/3 - sqrt(0.4590² + 0²) to -1/3 + sqrt(0.2719² + 0.06²).
    assert.deepEqual(
      [change.name, change.difference, change.low, change.high].map((each) => each.toFixed?.(4) ?? each),
      ["accuracy", "-0.3333", "-0.7923", "-0.0549"],
    );
    assert.equal(change.verdict, "worse");
    assert.match(await Deno.readTextFile(place("b.html")), /<span class="worse">worse<\/span>/);
    const same = JSON.parse((await run(FILE, "--compare", place("a.json"), "--json")).stdout).comparisons;
    assert.deepEqual(
      same.map((each: { regressed: boolean; sameCases: boolean }) => [each.regressed, each.sameCases]),
      [
        [false, true],
        [false, true],
      ],
    );
  }));

Deno.test("S8: a data set of tools and queries measures a selector, with gates from the command line", () =>
  inFolder(async (folder, run) => {
    const tools = ["rain in a city", "stock price", "sends mail"].map((description, index) => ({
      name: `t${index}`,
      description,
    }));
    const queries = [
      { query: "rain tomorrow", expected: ["t0"], split: "dev" },
      { query: "price of it", expected: ["t1"], split: "dev" },
      { query: "post a letter", expected: ["t2"], split: "test" },
    ];
    await Deno.writeTextFile(`${folder}/tools.json`, JSON.stringify(tools));
    await Deno.writeTextFile(
      `${folder}/queries.jsonl`,
      queries.map((each) => JSON.stringify(each)).join("\n"),
    );
    const set = ["--tools", "tools.json", "--queries", "queries.jsonl", "--selector", SELECTOR, "--at", "1"];
    const found = await run(...set, "--least", "recall@1=0.6");
    assert.equal(found.code, 0, found.stderr);
    assert.match(found.stdout, /recall@1 +all +66\.7 % +20\.8 to 93\.9 +3 attempts/);
    assert.match(found.stdout, /recall@1 +test +0\.0 %/);
    assert.match(
      found.stdout,
      /case 3: 0 of 1 right: expected t2, missing t2, selected t0; asked "post a letter"/,
    );
    assert.equal((await run(...set, "--least", "recall@1=0.7")).code, 1);
    assert.equal((await run(...set, "--split", "dev", "--least", "recall@1=1")).code, 0);
  }));

Deno.test("S8: of a selector 20 cases are printed and 200 are in the report; how many more there are is the true number", () =>
  inFolder(async (folder, run) => {
    const names = Array.from({ length: 8 }, (_, index) => `rain_${index}`);
    const tools = ["sun", ...names].map((name) => ({ name, description: name === "sun" ? "sun" : "rain" }));
    const queries = Array.from({ length: 260 }, (_, index) => ({
      query: index < 230 ? `rain ${"and ".repeat(index)}` : "sun",
      expected: ["sun"],
    }));
    await Deno.writeTextFile(`${folder}/tools.json`, JSON.stringify(tools));
    await Deno.writeTextFile(
      `${folder}/queries.jsonl`,
      queries.map((each) => JSON.stringify(each)).join("\n"),
    );
    const set = ["--tools", "tools.json", "--queries", "queries.jsonl", "--selector", SELECTOR, "--at", "8"];
    const { stdout } = await run(...set, "--markdown", "a.md", "--html", "a.html");
    assert.match(stdout, /\n210 more cases are not right/);
    assert.match(
      stdout,
      /expected sun, missing sun, selected rain_0, rain_1, rain_2, rain_3, rain_4 and 3 more; asked "rain/,
    );
    const read = async (name: string) => await Deno.readTextFile(`${folder}/${name}`);
    assert.match(
      await read("a.md"),
      /150 more cases are in the JSON\.\n\n30 further ones are counted alone\./,
    );
    assert.match(await read("a.html"), /Cases that are not right: 230</);
    const report = JSON.parse((await run(...set, "--json")).stdout).evaluations[0];
    assert.deepEqual([report.results.length, report.unlisted], [200, 30]);
  }));

Deno.test("S8: a file that is no evaluation, or none at all, is named", () =>
  inFolder(async (folder, run) => {
    assert.match((await run()).stderr, /^evaluations_missing: There is no evaluation/);
    await Deno.writeTextFile(`${folder}/x.eval.ts`, "export const x = 1;\n");
    assert.match((await run()).stderr, /^evaluation_unreadable: x\.eval\.ts exports no evaluation/);
    await Deno.mkdir(`${folder}/parts`);
    await Deno.writeTextFile(`${folder}/parts/data.ts`, '\nthrow new Error("no database");\n');
    await Deno.writeTextFile(`${folder}/z.eval.ts`, 'import "./parts/data.ts";\n');
    assert.match(
      (await run("z.eval.ts")).stderr,
      /^evaluation_unreadable: z\.eval\.ts cannot be loaded: parts\/data\.ts:2: no database\n/,
    );
    await Deno.remove(`${folder}/z.eval.ts`);
    assert.match((await run("--least", "recall")).stderr, /Write a measure and a number/);
    await Deno.writeTextFile(`${folder}/agents.ts`, "export const agents = [];\n");
    await Deno.writeTextFile(`${folder}/y.eval.json`, '{"schema":2}');
    assert.match(
      (await run("y.eval.json", "--agents", "agents.ts")).stderr,
      /^invalid_request: The evaluation does not fit/,
    );
  }));

Deno.test("S8: the bar of a terminal says how far a run is", () => {
  assert.equal(
    barText("weather", { done: 1, total: 2 }),
    `weather  [${"#".repeat(15)}${".".repeat(15)}]  1 of 2`,
  );
});
