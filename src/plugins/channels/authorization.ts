// The address at which the user of a conversation authorizes a server of tools that the thread waits for.

import type { ThreadDetail } from "../../core/contract/threads.ts";
import { failureFields } from "../../core/error.ts";
import type { HttpDeps } from "../../http/context.ts";
import type { ConversationRef } from "./conversation.ts";

/**
 * The address, good for some minutes; the callback of it wakes the thread. Undefined where the server is authorized by now, or has no such
 * address: the log has the reason then.
 */
export async function findAuthorizationUrl(
  ref: ConversationRef,
  { agent, user, authorization }: Pick<ThreadDetail, "agent" | "user" | "authorization">,
  { agents, sources, log }: Pick<HttpDeps, "agents" | "sources" | "log">,
): Promise<string | undefined> {
  const source = agents.get(agent)?.toolSources?.find(({ name }) => name === authorization?.server);
  try {
    return await source?.authorization?.begin({ tenant: ref.tenant, user, thread: ref.thread }, sources);
  } catch (error) {
    log("warn", "a channel has no address for an authorization", { ...ref, ...failureFields(error) });
    return undefined;
  }
}
