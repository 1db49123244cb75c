import assert from "node:assert/strict";
import { migrateEntry, type Migration, MIGRATIONS, readStored } from "../../src/core/migrations.ts";
import { SCHEMA } from "../../src/core/state.ts";

const migrations: Migration[] = [
  { state: ({ step, ...rest }) => ({ ...rest, steps: step ?? 0 }) },
  {
    state: (old) => ({ ...old, third: true }),
    entry: (old) => ({ ...old, schema: 3, renamed: old.text ?? "" }),
  },
];

Deno.test("E13: a stored text is brought from its schema to the newest, one step after the other", () => {
  assert.deepEqual(readStored("state", '{"step":3}', 1, migrations), { steps: 3, third: true });
  assert.deepEqual(readStored("state", '{"steps":3}', 2, migrations), { steps: 3, third: true });
  assert.deepEqual(readStored("state", '{"steps":3}', 3, migrations), { steps: 3 });
  assert.deepEqual(readStored("meta", '{"agent":"a"}', 1, migrations), { agent: "a" });
});

Deno.test("E13: an entry names its own schema, because history is append-only", () => {
  assert.deepEqual(migrateEntry({ text: "a" }, migrations), { text: "a", schema: 3, renamed: "a" });
  assert.deepEqual(migrateEntry({ schema: 3, renamed: "b" }, migrations), { schema: 3, renamed: "b" });
});

Deno.test("E13: there is a migration for every schema but the newest", () => {
  assert.equal(MIGRATIONS.length, SCHEMA - 1);
});
