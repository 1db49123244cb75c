// The types of src/core/contract are those of the schemas now, and a schema becomes the type that it says.

import assert from "node:assert/strict";
import * as z from "zod/mini";
import { contractFiles } from "../../src/tasks/contract.ts";
import { typeTexts } from "../../src/tasks/contract/write_types.ts";
import { formatText } from "../../src/tasks/format_text.ts";
import { projectRoot } from "../support/project.ts";

Deno.test("contract: the files are what the schemas say now", async () => {
  for (const [path, text] of await contractFiles()) {
    assert.equal(
      await Deno.readTextFile(new URL(path, projectRoot)),
      text,
      `${path}: run deno task contract`,
    );
  }
});

const inner = z.object({ at: z.iso.datetime().check(z.describe("When it began")) }).check(
  z.describe("What [a part](parts.md) is"),
);
const json = z.custom((value) => value !== undefined);
const whole = z.strictObject({
  ...inner.shape,
  state: z.optional(z.enum(["open", "done"])),
  parts: z.array(z.nullable(inner)).check(z.describe("Oldest first")),
  either: z.array(z.discriminatedUnion("type", [
    z.object({ type: z.literal("a") }),
    z.looseObject({ type: z.literal("b") }),
  ])),
  pair: z.tuple([z.string(), z.number()]),
  facts: z.record(z.string(), json),
  names: z.record(z.string(), z.boolean()),
  limit: z._default(z.int(), 20),
  trimmed: z.pipe(z.optional(z.string()), z.transform((text) => text?.trim())),
}).check(z.describe("What the whole is"));

/** The type of {@link whole} on one side of the API, without the head of its file. */
async function written(side: "request" | "answer"): Promise<string> {
  const types = [{ name: "Part", schema: inner }, { name: "Whole", schema: whole, extends: "Part" }];
  const [text = ""] = typeTexts({ files: { "a.ts": types }, head: "A test.", side }).values();
  return (await formatText(text, "ts")).replace(/^.*?(?=\/\*\*)/s, "");
}

Deno.test("contract: each form of a schema is a type, with its description as the comment", async () => {
  assert.equal(
    await written("answer"),
    `/** What a part is. */
export interface Part {
  /** When it began; ISO 8601. */
  readonly at: string;
}

/** What the whole is. */
export interface Whole extends Part {
  readonly state?: "open" | "done";
  /** Oldest first. */
  readonly parts: readonly (Part | null)[];
  readonly either: readonly (
    | {
      readonly type: "a";
    }
    | {
      readonly type: "b";
      readonly [field: string]: Json;
    }
  )[];
  readonly pair: readonly [string, number];
  readonly facts: JsonObject;
  readonly names: Readonly<Record<string, boolean>>;
  readonly limit: number;
  readonly trimmed?: string;
}
`,
  );
});

Deno.test("contract: in a request a field with a default may be left out, and one that may be left out may be undefined", async () => {
  const text = await written("request");
  for (
    const line of [
      'state?: "open" | "done" | undefined;',
      "limit?: number | undefined;",
      "trimmed?: string | undefined;",
    ]
  ) {
    assert.ok(text.includes(`  readonly ${line}\n`), line);
  }
});

Deno.test("contract: a type without a description, and one that lacks fields of the other, are refused", () => {
  const nameless = { name: "Nameless", schema: z.object({}) };
  const other = {
    name: "Other",
    schema: z.object({ at: z.string() }).check(z.describe("Another")),
    extends: "Part",
  };
  for (const types of [[nameless], [{ name: "Part", schema: inner }, other]]) {
    assert.throws(() => typeTexts({ files: { "a.ts": types }, head: "A test.", side: "answer" }), {
      code: "internal",
    });
  }
});
