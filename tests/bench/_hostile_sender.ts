// The thread that sends the requests of hostile_schemas.ts, four at a time, and answers with their outcomes.

import { asParameters, HOSTILE } from "../core/json_schema/_hostile.ts";

const AT_ONCE = 4;

/** What the thread is asked for. `harmless`: the same texts, with each schema as the description of another. */
export interface Attack {
  readonly url: string;
  readonly key: string;
  readonly kind: "harmless" | "hostile";
}

addEventListener("message", async (event) => {
  if (!(event instanceof MessageEvent)) return;
  event.ports[0]?.postMessage(await attack(event.data));
});

async function attack({ url, key, kind }: Attack): Promise<Record<string, number>> {
  const outcomes: Record<string, number> = {};
  const left = bodies(kind).entries();
  await Promise.all(Array.from({ length: AT_ONCE }, async () => {
    for (const [index, body] of left) {
      const outcome = await send(`${url}/v1/threads/${kind}${index}/steps`, key, body);
      outcomes[outcome] = (outcomes[outcome] ?? 0) + 1;
    }
  }));
  return outcomes;
}

/** workerd may reset a connection on which it has refused the body before. */
async function send(url: string, key: string, body: string): Promise<string> {
  const headers = { authorization: `Bearer ${key}`, "content-type": "application/json" };
  const response = await fetch(url, { method: "POST", headers, body }).catch(() => undefined);
  if (response === undefined) return "no answer";
  const { code, status } = await response.json();
  return `${response.status} ${code ?? status ?? ""}`.trim();
}

function bodies(kind: Attack["kind"]): readonly string[] {
  return HOSTILE.map((hostile) => {
    const schema = asParameters(hostile);
    const parameters = kind === "hostile" ? schema : { type: "object", description: JSON.stringify(schema) };
    return JSON.stringify({
      agent: "echo",
      input: JSON.stringify({ v: hostile.value }),
      clientTools: [{ name: "t", parameters }],
    });
  });
}
