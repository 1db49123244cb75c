// The schema of the catalogue of an agent file.

import * as z from "zod/mini";
import { describeFields } from "../../core/text/field_meanings.ts";

const text = z.string().check(z.trim(), z.minLength(1));

/** What `toolSelection` takes that is data; it checks the values again. */
export const selectionFile = z.strictObject({
  catalogue: z.optional(text),
  tools: z.optional(z.array(text).check(z.minLength(1))),
  offer: z.optional(z.int().check(z.gte(0), z.lte(64))),
  find: z.optional(z.int().check(z.gte(1), z.lte(12))),
  reselect: z.optional(z.enum(["never", "run", "step"])),
  mode: z.optional(z.enum(["enforce", "shadow"])),
  log: z.optional(z.number().check(z.gte(0), z.lte(1))),
});
/* @__PURE__ */ describeFields(selectionFile, {
  catalogue: "The name of a catalogue of the store, of the thread's tenant",
  tools: "Tools that `tools.ts` exports: the catalogue, or those that the one of the store may have",
  offer: "Most tools that the requests of a thread begin with, 0 to 64; 8 by default",
  find: "Most tools that a search finds, 1 to 12; 5 by default",
  reselect:
    "When tools are selected anew: `run`, with each input, `step`, with each plan; `never` by default",
  mode: "`shadow`: requests have all tools, and what would be selected is kept; `enforce` by default",
  log: "The share of threads that keep what was selected; 1 by default",
});

/** A selection as plain data: what `toolSelection` takes, with the names of its tools. */
export type SelectionSource = z.output<typeof selectionFile>;
