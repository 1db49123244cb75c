import assert from "node:assert/strict";
import { AgentError } from "../../src/core/error.ts";

/** The code of the AgentError that a promise is rejected with. */
export async function codeOf(work: Promise<unknown>): Promise<string> {
  try {
    await work;
  } catch (thrown) {
    if (thrown instanceof AgentError) return thrown.code;
    throw thrown;
  }
  return assert.fail("nothing was refused");
}
