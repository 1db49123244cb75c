// Errors that every store throws in the same words. corrupt.ts has those of a thread that cannot be read.

import { AgentError } from "../error.ts";
import { SCHEMA } from "../state.ts";
import { lockOf } from "./moving.ts";

/** The error `invalid_request` of a cursor that no list of threads answered. */
export function cursorInvalid(): AgentError {
  return new AgentError(
    "invalid_request",
    "The cursor is not one of this list; start without a cursor.",
  );
}

/**
 * The error `schema_unsupported` of a thread that a newer Treadle has written, or that is locked. What it holds may mean something else by then, so
 * an older one neither shows nor changes it.
 */
export function schemaUnsupported(thread: string, schema: number): AgentError {
  return new AgentError(
    "schema_unsupported",
    lockOf(schema) !== undefined
      ? `Thread ${thread} is locked: it moves to another store, or has moved there.`
      : `Thread ${thread} was written in schema ${schema}, this deployment reads ${SCHEMA}; deploy the newer version.`,
    { details: { thread } },
  );
}

/** The error `thread_unknown` of a fork whose source does not exist. */
export function sourceUnknown(thread: string): AgentError {
  return new AgentError("thread_unknown", `There is no thread ${thread} to fork.`);
}
