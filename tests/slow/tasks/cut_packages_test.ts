// Row E10: the file that is made of packages is that of the installed versions.

import assert from "node:assert/strict";
import { renderCut } from "../../../src/tasks/cut_packages.ts";
import { projectRoot } from "../../support/project.ts";

Deno.test("E10: what is cut from packages is what deno task cut writes, with the licence of each", async () => {
  const files = await renderCut();
  for (const [name, text] of Object.entries(files)) {
    const written = await Deno.readTextFile(new URL(`src/plugins/mcp/server/dist/${name}`, projectRoot));
    assert.ok(written === text, `${name} is not current: run deno task cut`);
  }
  for (const name of ["@modelcontextprotocol/core", "@modelcontextprotocol/server", "zod"]) {
    assert.match(files["licenses.txt"] ?? "", new RegExp(`^${name} \\d`, "m"));
  }
});
