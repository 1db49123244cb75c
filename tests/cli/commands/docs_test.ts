import assert from "node:assert/strict";
import { readPage } from "../../support/docs/markdown.ts";
import { runTreadle } from "../_treadle.ts";

Deno.test("V4: treadle docs: lists the pages by the names that it takes, and prints one", async () => {
  const listed = await runTreadle("docs");
  assert.equal(listed.code, 0, listed.stderr);
  assert.match(listed.stdout, /^# Treadle\n\n> /);
  const names = [...listed.stdout.matchAll(/^- \[[^\]]+\]\(([^)]+)\): /gm)].map(
    ([, name = ""]) => name,
  );
  assert.ok(
    names.includes("concepts/step") && names.includes("tools"),
    names.join(" "),
  );
  const page = await runTreadle("docs", "concepts/step");
  assert.equal(page.stdout, (await readPage("docs/concepts/step.md")).text);
});

Deno.test("V4: treadle docs --json: the list and a page as JSON", async () => {
  const { sections } = JSON.parse((await runTreadle("docs", "--json")).stdout);
  assert.equal(sections[0].pages[0].path, "tutorial.md");
  const { path, text } = JSON.parse(
    (await runTreadle("docs", "docs/tools.md", "--json")).stdout,
  );
  assert.deepEqual([path, text.slice(0, 8)], ["tools.md", "# Tools\n"]);
});

Deno.test("treadle docs: a page that is not in the list is refused, a file outside of docs too", async () => {
  for (const page of ["tool", "../README", "examples/chat.ts", "README"]) {
    const { code, stderr } = await runTreadle("docs", page);
    assert.equal(code, 1);
    assert.match(
      stderr,
      /^page_unknown: There is no page .+ Fix: treadle docs lists the pages\.\n$/,
    );
  }
});
