// Messages of a conversation that are instructions, and who may write them.

import { AgentError } from "../../core/error.ts";
import type { Binding } from "../../kernel/owner.ts";
import type { Path } from "./refuse.ts";

/** True for a message whose text is appended to the instructions of the agent. */
export function isInstruction({ role }: { readonly role: string }): boolean {
  return role === "system" || role === "developer";
}

/**
 * Refuses instructions of a caller with a token: only the holder of an API key writes them, and a page that needs other
 * ones has an agent of its own.
 *
 * @throws {AgentError} forbidden
 */
export function assertNoInstructions(
  bound: Binding | undefined,
  messages: readonly { readonly role: string }[],
  pathOf = (index: number): Path => ["messages", index],
): void {
  const at = bound === undefined ? -1 : messages.findIndex(isInstruction);
  if (at < 0) return;
  throw new AgentError("forbidden", "A token writes no instructions; leave messages of the system out.", {
    problems: [{ pointer: pathOf(at).map((key) => `/${key}`).join(""), detail: "needs an API key" }],
  });
}
