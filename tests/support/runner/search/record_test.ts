import assert from "node:assert/strict";
import { projectRoot } from "../../project.ts";
import { describeRecord, readRecord, withRecord } from "./record.ts";

const RECORD = {
  commit: "0123456789abcdef",
  began: "2026-11-28T10:00:00.000Z",
  seed: "",
  files: {
    "tests/search/b_test.ts": { passed: 3, failed: ["one that fails"], skipped: 0, seconds: 61.4 },
    "tests/search/a_test.ts": { passed: 2, failed: [], skipped: 1, seconds: 5 },
  },
  left: ["tests/search/c_test.ts"],
};

Deno.test("Q1: search: the page says when it ran, at which commit, what each file came to, and what has not run", () => {
  const text = describeRecord(RECORD);
  assert.match(
    text,
    /^Last run on 2026-11-28 at commit 01234567, usual seeds: 5 passed, 1 failed\. Not run yet: c_test\.ts\.$/m,
  );
  assert.match(text, /^\| a_test\.ts \| 2 \| 0 \| 5 \|\n\| b_test\.ts \| 3 \| 1 \| 61 \|$/m);
  assert.match(
    describeRecord({ ...RECORD, seed: "8", left: [] }),
    /seed 8: .* Every file ran\./,
  );
});

Deno.test("search: the record takes the place of the one before, and a page without a place is refused", () => {
  const page = "A.\n<!-- search: written by deno task test:search -->\nold\n<!-- search: end -->\nB.\n";
  const written = withRecord(page, RECORD);
  assert.ok(
    written.startsWith("A.\n") && written.endsWith("<!-- search: end -->\nB.\n") && !written.includes("old"),
  );
  assert.throws(() => withRecord("A.", RECORD), /docs\/limits\.md has no/);
});

Deno.test("search: docs/limits.md shows the record that is in the tree", async () => {
  const page = await Deno.readTextFile(new URL("docs/limits.md", projectRoot));
  const record = await readRecord() ?? assert.fail("deno task test:search has never run");
  const spaced = (text: string) => text.replace(/[\s-]+/g, " ");
  assert.equal(spaced(page), spaced(withRecord(page, record)));
});
