// The schema of the catalogue of an agent file.

import * as z from "zod/mini";

const text = z.string().check(z.trim(), z.minLength(1));

/** What `toolSelection` takes that is data; it checks the values again. */
export const selectionFile = z.strictObject({
  /** The name of a catalogue of the store, of the thread's tenant. */
  catalogue: z.optional(text),
  /** Tools that tools.ts exports: the catalogue itself, or those that the one of the store may have. */
  tools: z.optional(z.array(text).check(z.minLength(1))),
  offer: z.optional(z.int().check(z.gte(0), z.lte(64))),
  find: z.optional(z.int().check(z.gte(1), z.lte(12))),
  reselect: z.optional(z.enum(["never", "run", "step"])),
  mode: z.optional(z.enum(["enforce", "shadow"])),
  /** The share of threads whose selections are kept. */
  log: z.optional(z.number().check(z.gte(0), z.lte(1))),
});

/** A selection as plain data: what `toolSelection` takes, with the names of its tools. */
export type SelectionSource = z.output<typeof selectionFile>;
