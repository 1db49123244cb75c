// A file of results: JSON lines, one for each run that was begun and one for each attempt. A second run with the same file goes on.

import * as z from "zod/mini";
import { AgentError } from "../../core/error.ts";
import { parseJson } from "../../core/json.ts";
import { type Attempt, attemptSchema } from "./attempt.ts";
import { EVALUATION_SCHEMA, parseData } from "./schema.ts";

/** The schema of a {@link RunHead}. */
const headSchema = z.strictObject({
  schema: z.literal(EVALUATION_SCHEMA),
  type: z.literal("run"),
  evaluation: z.string(),
  digest: z.string(),
});

/** What the attempts of an evaluation in this file are of. */
export type RunHead = z.output<typeof headSchema>;

const lineSchema = z.discriminatedUnion("type", [headSchema, attemptSchema]);

/** What a file of results has. */
export interface RunFile {
  readonly heads: readonly RunHead[];
  readonly attempts: readonly Attempt[];
  /** The whole lines, each with its line break: a line that was cut off when its process ended is left out. */
  readonly text: string;
}

/**
 * Reads a file of results. The last line may be cut off.
 *
 * @throws {AgentError} invalid_request - a line is no result of this version
 */
export function parseRunFile(text: string): RunFile {
  const whole = text.slice(0, text.lastIndexOf("\n") + 1);
  const lines = whole.split("\n").slice(0, -1).map((line, index) =>
    parseData(lineSchema, parseJson(line), `Line ${index + 1} of the file of results`)
  );
  return {
    heads: lines.filter((line) => line.type === "run"),
    attempts: lines.filter((line) => line.type === "attempt"),
    text: whole,
  };
}

/** A head or an attempt as a line with its line break. */
export function toLine(line: RunHead | Attempt): string {
  return `${JSON.stringify(line)}\n`;
}

/** The head of an evaluation. */
export function headOf({ name, digest }: { readonly name: string; readonly digest: string }): RunHead {
  return { schema: EVALUATION_SCHEMA, type: "run", evaluation: name, digest };
}

/**
 * The attempts of an evaluation in a file. Undefined when the file has none yet, and so lacks its head.
 *
 * @throws {AgentError} invalid_request - the file has results of another version of the evaluation
 */
export function attemptsOf(
  { heads, attempts }: RunFile,
  { name, digest }: { readonly name: string; readonly digest: string },
): readonly Attempt[] | undefined {
  const head = heads.find(({ evaluation }) => evaluation === name);
  if (head === undefined) return undefined;
  if (head.digest === digest) return attempts.filter(({ evaluation }) => evaluation === name);
  throw new AgentError(
    "invalid_request",
    `The file of results has another version of ${name}: its cases, its agent or its selector have changed since. Name a new file.`,
  );
}
