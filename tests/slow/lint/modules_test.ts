/** Loads every module of src, so that one which no test reaches counts as uncovered rather than not at all. */
import assert from "node:assert/strict";
import { isMeasured } from "../../support/runner/coverage.ts";
import { projectRoot, walkFiles } from "../../support/project.ts";

Deno.test("every module of src loads by itself and does nothing until it is called", async () => {
  for await (const file of walkFiles("src")) {
    if (!isMeasured(file)) continue;
    const url = new URL(file, projectRoot);
    const isProgram = !file.startsWith("src/deno/") &&
      /\bDeno\.(args|exit)\b/.test(await Deno.readTextFile(url));
    assert.ok(
      !isProgram || /\bimport\.meta\.main\b/.test(await Deno.readTextFile(url)),
      `${file} is a program: guard its start with import.meta.main`,
    );
    await import(url.href);
  }
});
