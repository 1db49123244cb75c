// A call as a client shows it, compared with the call that waits: an answer to one holds for no other.

import { hashCall, isAbout } from "../../core/approval/verdict.ts";
import { AgentError } from "../../core/error.ts";
import { isJsonObject, type Json } from "../../core/json.ts";
import type { CallView } from "../../core/contract/calls.ts";

/**
 * The person has seen the tool and the arguments that the client shows, so these must be those of the call.
 *
 * @param shown Undefined where the client shows none.
 * @param name The tool that the client shows; that of the call where it shows none.
 * @throws {AgentError} approval_mismatch
 */
export async function assertSameCall(
  call: CallView,
  shown: Json | undefined,
  name = call.name,
): Promise<void> {
  const { id } = call;
  const isSame = shown !== undefined && isJsonObject(shown) &&
    await isAbout(call, { digest: await hashCall({ id, name, args: shown }) });
  if (isSame) return;
  throw new AgentError(
    "approval_mismatch",
    `The arguments of call ${id} are not those that wait for approval; read the thread again.`,
  );
}
