/** The README is compared with the code: its length, agent and tasks. */
import assert from "node:assert/strict";
import config from "../../../deno.json" with { type: "json" };
import { projectRoot } from "../../support/project.ts";

Deno.test("README: at most 150 lines, one sitting", async () => {
  assert.ok((await readme()).trimEnd().split("\n").length <= 150);
});

Deno.test("README: it has no figure of a commit: what was measured stands in docs/benchmarks.md", async () => {
  assert.doesNotMatch(await readme(), /\| commit|\b(?=[0-9a-f]*\d)(?=[0-9a-f]*[a-f])[0-9a-f]{7,40}\b/);
});

Deno.test("README: what no other runtime does has the date of the comparison, which has versions, sources and losses", async () => {
  const comparison = await Deno.readTextFile(new URL("docs/comparison.md", projectRoot));
  const [, date = ""] = /^As of (\d{4}-\d\d-\d\d)\./m.exec(comparison) ?? [];
  assert.match(date, /^2\d/);
  assert.match(
    await readme(),
    new RegExp(`\\*\\*What no other runtime .*\\(docs/comparison\\.md\\).*\\(${date}`),
  );
  for (const heading of ["Where others are ahead", "Sources"]) {
    assert.ok(comparison.includes(`\n## ${heading}\n`));
  }
  const [head = ""] = /^\| question .*$/m.exec(comparison) ?? [];
  const others = head.split("|").map((cell) => cell.trim()).slice(2, -1);
  assert.ok(others.length >= 5);
  for (const other of others) assert.match(other, / \d+\.\d+/, "each has its version");
});

Deno.test("README: its pictures are there, and small", async () => {
  const pictures = [...(await readme()).matchAll(/<img src="([^"]+)" width="\d+%" alt="[^"]{20,}">/g)]
    .map(([, path = ""]) => path);
  assert.deepEqual(pictures, ["docs/assets/run.svg", "docs/assets/page.webp"]);
  for (const path of pictures) assert.ok((await Deno.stat(new URL(path, projectRoot))).size < 150_000, path);
});

Deno.test("README: no block of it needs the published package: each works from a clone today", async () => {
  const blocks = [...(await readme()).matchAll(/^```.*\n([^]*?)^```/gm)].map(([, block = ""]) => block);
  assert.ok(blocks.length > 2, "the README has blocks");
  const published = /\b(?:npm|jsr):@treadle\b|\b(?:npx|npm|pnpm|yarn|bunx?|deno add)\b.*@treadle\b/;
  assert.match("deno run -A npm:@treadle/treadle new", published);
  assert.match("npx -y @treadle/treadle new", published);
  assert.deepEqual(blocks.filter((block) => published.test(block)), []);
});

Deno.test("README: the agent it shows is an agent", async () => {
  const snippet = /```ts[^\n]*\n\/\/ functions\/agents\/support\.ts\n(.*?)^```/ms.exec(await readme())?.[1];
  assert.ok(snippet, "the README shows functions/agents/support.ts");
  const file = new URL("functions/agents/_readme_snippet.ts", projectRoot);
  await Deno.writeTextFile(file, snippet);
  try {
    const { support } = await import(file.href);
    assert.deepEqual([support.name, support.tools.length], ["support", 1]);
  } finally {
    await Deno.remove(file);
  }
});

Deno.test("README: every task that it names is in deno.json", async () => {
  const text = await readme();
  const tasks = [...text.matchAll(/\bdeno(?:@[\d.]+)? task ([a-z][\w:-]*)/g)].map((match) => match[1]);
  assert.ok(
    tasks.includes("dev") && tasks.includes("test"),
    "the README names the two commands that do everything",
  );
  assert.deepEqual(tasks.filter((task) => task === undefined || !(task in config.tasks)), []);
});

function readme(): Promise<string> {
  return Deno.readTextFile(new URL("README.md", projectRoot));
}
