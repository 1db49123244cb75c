// The search for planted defects opens the code at lines that it names.

import assert from "node:assert/strict";
import { projectRoot } from "../../support/project.ts";
import { OPENED } from "./planted_copy.ts";

for (const { path, head } of OPENED) {
  Deno.test(`planted defects: ${path} has the line behind which they stand`, async () => {
    assert.ok((await Deno.readTextFile(new URL(path, projectRoot))).includes(head), head);
  });
}
