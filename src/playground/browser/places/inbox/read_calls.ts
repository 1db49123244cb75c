// What the inbox reads: the calls that wait, and the schemas of their tools.

import type { AgentDetail } from "../../../../core/contract/deployment.ts";
import type { InboxItem, InboxPage } from "../../../../core/contract/calls.ts";
import type { JsonObject } from "../../../../core/json.ts";
import { caller, readAgent } from "../../api/api.ts";
import { json } from "../../api/http.ts";
import { readInbox } from "../../shell/inbox_count.ts";

/** Reads so many pages, the oldest calls first. */
export async function readCalls(pages: number): Promise<InboxPage> {
  let page = await readInbox();
  const items = [...page.items];
  for (let read = 1; read < pages && page.cursor !== undefined; read++) {
    page = await json<InboxPage>(`/v1/inbox?limit=100&cursor=${encodeURIComponent(page.cursor)}`);
    items.push(...page.items);
  }
  return { ...page, items };
}

const agents = new Map<string, Promise<AgentDetail | undefined>>();

/** JSON Schema of the arguments of a call; null where the caller may not read it, or its tool is of no list. */
export async function readParameters({ agent, name }: InboxItem): Promise<JsonObject | null> {
  if (caller?.token) return null;
  const read = agents.get(agent) ?? readAgent(agent).catch(() => {
    agents.delete(agent); // it is read again for the next call
    return undefined;
  });
  agents.set(agent, read);
  return (await read)?.tools.find((tool) => tool.name === name)?.parameters ?? null;
}
