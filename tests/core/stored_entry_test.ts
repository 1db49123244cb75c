// E13: an entry that is cut from its text is the entry that was written.

import assert from "node:assert/strict";
import fc from "fast-check";
import type { Entry } from "../../src/core/entry.ts";
import { jsonOf, openEntry, writeEntry } from "../../src/core/stored_entry.ts";
import { anyEntry } from "../support/any_entry.ts";

/** All properties of an entry, whether or not they are its own. */
function copyOf(opened: Entry, written: Entry): unknown {
  return Object.fromEntries(
    Object.keys(written).map((key) => {
      const value: unknown = Reflect.get(opened, key);
      if (key !== "blocks" || written.type !== "assistant" || opened.type !== "assistant") {
        return [key, value];
      }
      const blocks = opened.blocks.map((block, index) =>
        Object.fromEntries(
          Object.keys(written.blocks[index] ?? {}).map((part) => [part, Reflect.get(block, part)]),
        )
      );
      return [key, blocks];
    }),
  );
}

Deno.test("E13: any entry is read back as it was written (property)", () => {
  fc.assert(
    fc.property(anyEntry, (entry) => {
      const text = writeEntry(entry);
      assert.deepEqual(JSON.parse(text), JSON.parse(JSON.stringify(entry)));
      assert.deepEqual(copyOf(openEntry(text), entry), JSON.parse(JSON.stringify(entry)));
    }),
    { numRuns: 2000 },
  );
});

Deno.test("E13: entries in another order of keys, of an older Treadle, are read as well (property)", () => {
  fc.assert(fc.property(anyEntry, (entry) => {
    const { type, ...rest } = entry;
    for (
      const text of [
        JSON.stringify(entry),
        JSON.stringify({ ...rest, type }),
        JSON.stringify({ type, ...rest }),
      ]
    ) {
      assert.deepEqual(copyOf(openEntry(text), entry), JSON.parse(JSON.stringify(entry)));
    }
  }));
});

Deno.test("E13: the JSON text of what is long is at hand and is that of its value (property)", () => {
  let cut = 0;
  fc.assert(
    fc.property(anyEntry, (entry) => {
      const opened = openEntry(writeEntry(entry));
      if (opened.type === "summary") return;
      const parts = opened.type === "assistant" ? opened.blocks : [opened];
      for (const part of parts) {
        const json = jsonOf(part);
        if (json === undefined) continue;
        cut++;
        const value = part.type === "tool" ? part.output : part.type === "call" ? part.args : part.text;
        assert.equal(json, JSON.stringify(value));
      }
    }),
    { numRuns: 1000 },
  );
  assert.ok(cut > 50, `only ${cut} parts were cut from their text`);
});
