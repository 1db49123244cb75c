/** The list of pages that the site of docs is made from. */
import assert from "node:assert/strict";
import { parseContents } from "../../../src/cli/docs/contents.ts";
import { readPage } from "../../support/docs/markdown.ts";
import { fromFileUrl, projectRoot, walkFiles } from "../../support/project.ts";

const contents = parseContents((await readPage("docs/README.md")).text);
const listed = contents.sections.flatMap(({ pages }) => pages.map(({ path }) => path));

Deno.test("V4: docs/README.md lists each page of docs once", async () => {
  const pages = (await Array.fromAsync(walkFiles("docs"))).filter((path) => path.endsWith(".md"));
  const expected = pages.map((path) => path.replace(/^docs\//, "")).filter((path) => path !== "README.md");
  assert.deepEqual(listed.toSorted(), expected.toSorted());
});

Deno.test("site: deno fmt and deno lint find nothing in its settings", async () => {
  const files = ["config.ts", "theme/index.ts"].map((file) =>
    fromFileUrl(new URL(`site/.vitepress/${file}`, projectRoot))
  );
  for (const args of [["fmt", "--check", "--line-width", "110", "--no-config"], ["lint", "--no-config"]]) {
    const { success, stderr } = await new Deno.Command(Deno.execPath(), {
      args: [...args, ...files],
      env: { NO_COLOR: "1" },
    })
      .output();
    assert.ok(success, new TextDecoder().decode(stderr));
  }
});

Deno.test("parseContents: a line that is no link with a description is refused", () => {
  const head = "# Docs\n\nWhat it is,\nin two lines.\n\n";
  assert.deepEqual(parseContents(`${head}## One\n\n- [A](a.md): what\n  it has\n`), {
    title: "Docs",
    summary: "What it is, in two lines.",
    sections: [{ title: "One", pages: [{ title: "A", path: "a.md", description: "what it has" }] }],
  });
  assert.throws(() => parseContents(`${head}## One\n\n- [A](a.md)\n`), /"\[A\]\(a\.md\)" is not/);
  assert.throws(() => parseContents("## One\n\n- [A](a.md): what\n"), /no title/);
});
