/** What coding agents read: AGENTS.md of the templates, and the skill. The code of the skill is type-checked with the pages. */
import assert from "node:assert/strict";
import { blocksOf } from "../../support/docs/blocks.ts";
import { codeIn, readPage } from "../../support/docs/markdown.ts";
import { walkFiles } from "../../support/project.ts";
import { Reader } from "./_walk.ts";

for (const template of ["deno", "cloudflare", "hono"]) {
  Deno.test(`Q7, V4: templates/${template}/AGENTS.md names files and commands of the project`, async () => {
    const folder = `templates/${template}`;
    const files = (await Array.fromAsync(walkFiles(folder))).map((path) =>
      path.slice(folder.length + 1).replace(/(^|\/)_/, "$1.")
    );
    const named = codeIn((await readPage(`${folder}/AGENTS.md`)).text);
    const paths = named.filter((code) => /^[\w./-]+\.(?:ts|jsonc|vars|example)$/.test(code));
    assert.ok(paths.length >= 3, paths.join(" "));
    assert.deepEqual(paths.filter((path) => !files.includes(path)), []);
    const manifest = template === "deno" ? "deno.json" : "package.json";
    const { tasks, scripts } = JSON.parse((await readPage(`${folder}/${manifest}`)).text);
    const commands = named.flatMap((code) => /^(?:deno task|npm run|npm) (\w+)$/.exec(code)?.[1] ?? []);
    assert.deepEqual(commands, ["dev", "check", "test"]);
    assert.deepEqual(commands.filter((name) => !(name in (tasks ?? scripts))), []);
  });
}

Deno.test("V4: a project by the skill's own blocks passes its test", async () => {
  await using reader = await Reader.open("my-agent");
  const blocks = blocksOf(await readPage("skills/build-agent/SKILL.md"));
  for (const block of blocks) await reader.do(block);
  const [first] = blocks;
  assert.ok(first, "the first block makes the project");
  await reader.do({ ...first, code: "npx -y deno@2.9.6 test -A --no-check agents/orders_test.ts\n" });
});

Deno.test("V4: the skill has the head by which it is found", async () => {
  const { text } = await readPage("skills/build-agent/SKILL.md");
  const [, name, description] = /^---\nname: ([a-z-]{1,64})\ndescription: (.{1,1024})\n---\n/.exec(text) ??
    [];
  assert.equal(name, "build-agent");
  assert.match(description ?? "", /Use it when/);
});
