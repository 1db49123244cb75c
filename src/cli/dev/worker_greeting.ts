// What `treadle dev` says of a Worker beside the screen of wrangler, which knows nothing of agents: where its page is, its agents, and
// what to paste.

import { agentText, curlLine, manyTools } from "../../deno/greeting.ts";
import { chooseKey } from "../project/server.ts";

/** Milliseconds between two looks at a Worker that starts. */
const LOOK_MS = 250;

/** Milliseconds until nothing more is said of a Worker that does not answer. */
const START_MS = 60_000;

/**
 * Waits until the Worker at an address answers, and returns the lines; undefined when what answers is not Treadle, and when nothing does
 * within a minute or before `signal` is aborted. `keys` is TREADLE_API_KEYS of the Worker.
 */
export async function greetWorker(
  url: string,
  { keys, signal }: { readonly keys: string | undefined; readonly signal: AbortSignal },
): Promise<string | undefined> {
  const deadline = Date.now() + START_MS;
  while (Date.now() < deadline && !signal.aborted) {
    const response = await fetch(`${url}/healthz`, { signal }).catch(() => undefined);
    if (response !== undefined) {
      await response.body?.cancel();
      return await describe(url, chooseKey(keys));
    }
    await new Promise((resolve) => setTimeout(resolve, LOOK_MS));
  }
  return undefined;
}

async function describe(url: string, key: string | undefined): Promise<string | undefined> {
  const headers: Record<string, string> = key === undefined ? {} : { authorization: `Bearer ${key}` };
  const response = await fetch(`${url}/v1/agents`, { headers }).catch(() => undefined);
  const body: unknown = await response?.json().catch(() => undefined);
  const { agents: list, code, detail } = Object(body);
  if (typeof code === "string") return `Treadle refuses requests (${code}): ${String(detail)}`;
  if (!Array.isArray(list)) return undefined;
  const agents = list.map(toAgent);
  const access = key === undefined ? "served" : "keys";
  return [
    "Treadle answers.",
    `  page    ${url}/`,
    ...agents.map((agent, index) => `  ${index === 0 ? "agents" : "      "}  ${agentText(agent)}`),
    ...manyTools(agents).map((line) => `  tools   ${line}`),
    `  cron    curl '${url}/__scheduled?cron=*+*+*+*+*'`,
    "Paste this in another terminal:",
    curlLine({ url, access, agents }),
  ].join("\n");
}

function toAgent(listed: unknown): { name: string; tools: string[] } {
  const { name, tools } = Object(listed);
  return { name: String(name), tools: Array.isArray(tools) ? tools.map(String) : [] };
}
