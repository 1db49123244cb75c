// A call as a client shows it, compared with the call that waits: an answer to one holds for no other.

import { digestOf } from "../../../core/approval/verdict.ts";
import { AgentError } from "../../../core/error.ts";
import { isJsonObject, type Json } from "../../../core/json.ts";
import type { CallView } from "../../../core/view/call_view.ts";

/**
 * The person has seen the arguments that the client shows, so these must be those of the call.
 *
 * @param shown Undefined where the client shows none.
 * @throws {AgentError} approval_mismatch
 */
export async function assertSameCall({ id, name, args }: CallView, shown: Json | undefined): Promise<void> {
  const isSame = shown !== undefined && isJsonObject(shown) &&
    await digestOf({ id, name, args: shown }) === await digestOf({ id, name, args });
  if (isSame) return;
  throw new AgentError(
    "approval_mismatch",
    `The arguments of call ${id} that the client shows are not those that wait for approval; read the thread again.`,
  );
}
