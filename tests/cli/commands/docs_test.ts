import assert from "node:assert/strict";
import { searchPages } from "../../../src/cli/docs/search.ts";
import { anchorsOf, readPage, relativeLinks } from "../../support/docs/markdown.ts";
import { projectRoot } from "../../support/project.ts";
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
  const page = await runTreadle("docs", "limits");
  assert.match(page.stdout, /^# .+\n/);
  assert.equal(withoutTargets(page.stdout), withoutTargets((await readPage("docs/limits.md")).text));
});

function withoutTargets(text: string): string {
  return text.replaceAll(/\]\([^)\s]+\)/g, "]()");
}

Deno.test("V4: treadle docs examples/FILE: prints an example that a page links, as it is and as JSON", async () => {
  const { text: page } = await readPage("docs/plugins.md");
  const links = relativeLinks(page).filter((link) => link.startsWith("examples/"));
  assert.ok(links.includes("examples/plugins/redact_pii.ts"), links.join(" "));
  for (const link of [...links, "docs/examples/chat.html"]) {
    const { code, stdout } = await runTreadle("docs", link);
    const { text } = await readPage(`docs/${link.replace(/^docs\//, "")}`);
    assert.deepEqual([code, stdout], [0, `${text.trimEnd()}\n`], link);
  }
  const [link = ""] = links;
  const json = JSON.parse((await runTreadle("docs", link, "--json")).stdout);
  assert.deepEqual(json, { path: link, text: (await readPage(`docs/${link}`)).text });
});

Deno.test("V4: treadle docs: a link of a printed page is printed as it stands, from a page below a folder too", async () => {
  for (const name of ["concepts/held-calls", "http-api/steps", "plugins"]) {
    const { stdout } = await runTreadle("docs", name);
    const printed = relativeLinks(stdout);
    assert.equal(printed.length, relativeLinks((await readPage(`docs/${name}.md`)).text).length, name);
    const links = printed.filter((link) => !/^\.\.\/[A-Z]+\.md/.test(link)); // those out of docs
    assert.ok(links.length > 3, name);
    for (const link of [links[0] ?? "", links.at(-1) ?? "", ...links.filter((link) => !/\.md/.test(link))]) {
      const { code, stderr } = await runTreadle("docs", link);
      assert.deepEqual([code, stderr], [0, ""], `${name}: ${link}`);
    }
  }
});

Deno.test("V4: treadle docs --json: the list and a page as JSON", async () => {
  const { sections } = JSON.parse((await runTreadle("docs", "--json")).stdout);
  assert.equal(sections[0].pages[0].path, "tutorial.md");
  const { path, text } = JSON.parse(
    (await runTreadle("docs", "docs/tools.md", "--json")).stdout,
  );
  assert.deepEqual([path, text.slice(0, 8)], ["tools.md", "# Tools\n"]);
});

Deno.test("V4: treadle docs page#anchor: prints the section with all below it, or the row of a table with its head", async () => {
  const section = await runTreadle("docs", "symptoms#store_full");
  assert.match(section.stdout, /^### `store_full`\n\n(?:[^#].*\n)+$/);
  const whole = await runTreadle("docs", "symptoms#what-has-no-code");
  assert.match(whole.stdout, /^## What has no code\n[^]+\n### Too many subrequests\n/);
  assert.doesNotMatch(whole.stdout, /## All codes/);
  const row = await runTreadle("docs", "symptoms#agent_unknown");
  assert.match(row.stdout, /^\| code .*\n\| -.*\n\| `agent_unknown` .*No such agent +\|\n$/);
  const { code, stderr } = await runTreadle("docs", "symptoms#nothing");
  assert.equal(code, 1);
  assert.match(stderr, /^page_unknown: The page symptoms has no section nothing\./);
});

Deno.test("treadle docs: a page that is not in the list is refused, a file outside of docs too", async () => {
  const absolute = new URL("docs/examples/chat.ts", projectRoot);
  for (
    const page of [
      "tool",
      "../README",
      "README",
      "../README.md",
      "examples",
      "examples/plugins",
      "examples/nothing.ts",
      "examples/../../deno.json",
      "examples/../../../etc/passwd",
      "examples/plugins/../chat.ts",
      "examples//chat.ts",
      "examples/%2e%2e/README.md",
      "examples\\chat.ts",
      "/examples/chat.ts",
      "/etc/passwd",
      "file:///etc/passwd",
      absolute.pathname,
      absolute.href,
    ]
  ) {
    const { code, stdout, stderr } = await runTreadle("docs", page);
    assert.deepEqual([code, stdout], [1, ""], page);
    assert.match(
      stderr,
      /^page_unknown: There is no page .+ Fix: treadle docs lists the pages\.\n$/,
    );
  }
});

Deno.test("V4: treadle docs search: the section about the words is first, with its page, anchor and a line", async () => {
  for (
    const [words, target] of [
      ["POST /v1/threads/:id/fork", "http-api/threads.md#post-v1threadsidfork"],
      ["approve by link", "recipes.md#an-approval-by-a-link"],
    ] as const
  ) {
    const { code, stdout } = await runTreadle("docs", "search", ...words.split(" "));
    assert.equal(code, 0);
    const [first = "", line = ""] = stdout.split("\n");
    assert.equal(first.split("  ")[0], target, words);
    assert.match(line, /^ {2}\S.{10,}$/);
    const [path = "", anchor = ""] = target.split("#");
    assert.ok(anchorsOf((await readPage(`docs/${path}`)).text).has(anchor), target);
  }
});

Deno.test("V4: treadle docs search --json --limit: as many sections, each with page, anchor, heading and line", async () => {
  const { stdout } = await runTreadle("docs", "search", "webhook", "endpoints", "--json", "--limit", "3");
  const found: readonly Record<string, string>[] = JSON.parse(stdout);
  assert.equal(found.length, 3);
  for (const section of found) {
    assert.deepEqual(Object.keys(section).toSorted(), ["anchor", "heading", "line", "page"]);
    assert.match(section.line ?? "", /^.{1,160}$/);
  }
  assert.match(found[0]?.page ?? "", /webhooks/);
});

Deno.test("treadle docs search: words of no section find nothing; no words and a wrong limit are refused", async () => {
  const none = await runTreadle("docs", "search", "qzxwvk");
  assert.deepEqual([none.code, none.stdout], [0, "No section has these words.\n"]);
  for (
    const words of [["search"], ["search", "tools", "--limit", "0"], ["search", "tools", "--limit", "x"]]
  ) {
    const { code, stderr } = await runTreadle("docs", ...words);
    assert.equal(code, 1);
    assert.match(stderr, /^command_line_invalid: /);
  }
});

Deno.test("treadle docs search: pages about the project itself are left out", async () => {
  const { stdout } = await runTreadle(
    "docs",
    "search",
    "decisions",
    "architecture",
    "requirements",
    "--json",
    "--limit",
    "100",
  );
  const pages = JSON.parse(stdout).map(({ page }: { readonly page: string }) => page);
  assert.ok(pages.length > 10);
  assert.deepEqual(
    pages.filter((page: string) => /^(decisions|architecture|requirements)\.md$/.test(page)),
    [],
  );
});

Deno.test("V4: treadle docs search: what a user sees, in the user's words, leads to its section of the symptoms", async () => {
  const paths = [
    "symptoms",
    "approvals",
    "budgets",
    "deploy-cloudflare",
    "durable-objects",
    "history",
    "limits",
  ];
  const pages = new Map(
    await Promise.all(
      paths.map(async (path) => [`${path}.md`, (await readPage(`docs/${path}.md`)).text] as const),
    ),
  );
  for (
    const [words, anchor] of [
      ["429", "429-and-other-refusals-for-a-while"],
      ["reasoning removed", "reasoning-was-removed"],
      ["approval asked twice", "an-approval-is-asked-twice"],
      ["stream ends after 30 s", "the-stream-ends-after-30-s"],
      ["subrequest limit", "too-many-subrequests"],
      ["price unknown", "price_unknown"],
      ["store_full", "store_full"],
      ["overloaded", "model_overloaded"],
    ] as const
  ) {
    const [found] = searchPages(pages, words, 1);
    assert.deepEqual([found?.page, found?.anchor], ["symptoms.md", anchor], words);
  }
});

Deno.test("searchPages: the line is the paragraph, item or row with the most words, without marks, heads of tables and links", () => {
  const table =
    "| what | limit |\n| ---- | ----- |\n| [calls](tools.md#calls) | 32 at once |\n| inputs | 100 |\n";
  const page =
    `# Page\n\nOne.\n\n## Bounds\n\n<!-- fields -->\n\n${table}\nOf a request.\n\n- An item about\n  long inputs\n`;
  const lineFor = (words: string) => searchPages(new Map([["page.md", page]]), words, 1)[0]?.line;
  assert.equal(lineFor("bounds of calls"), "calls | 32 at once");
  assert.equal(lineFor("long inputs"), "An item about long inputs");
  assert.equal(lineFor("bounds"), "calls | 32 at once");
  assert.equal(searchPages(new Map([["page.md", page]]), "long inputs", 1)[0]?.anchor, "bounds");
});
