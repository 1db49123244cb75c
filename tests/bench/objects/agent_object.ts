// The peer: an agent that runs inside its object, one object a thread, as Cloudflare's own agents do. It keeps a row for each message, asks the
// model within the request, and writes what came of the step in one transaction. It has no lease, no record, no budget and no events.

import type { Row } from "../../../src/stores/embedded/sqlite/rows.ts";
import type { ObjectState } from "../../../src/stores/durable_objects/platform.ts";
import { INSTRUCTIONS, lookUpOrder, MODEL_KEY, toModelBody } from "../lab/workload.ts";

export interface AgentEnv {
  readonly OPENAI_BASE_URL: string;
}

export class AgentObject {
  readonly #storage: ObjectState["storage"];
  readonly #env: AgentEnv;

  constructor({ storage }: ObjectState, env: AgentEnv) {
    this.#storage = storage;
    this.#env = env;
    storage.sql.exec(
      "CREATE TABLE IF NOT EXISTS messages (id INTEGER PRIMARY KEY, text TEXT NOT NULL) STRICT",
    );
  }

  /** One step: the pending call, or the input of the first step, and what the model says to it. */
  async fetch(request: Request): Promise<Response> {
    const { input } = await request.json();
    const history = this.#storage.sql.exec("SELECT text FROM messages ORDER BY id").toArray().map(toText);
    const next = JSON.stringify(
      typeof input === "string" ? { role: "user", content: input } : runCall(history.at(-1) ?? ""),
    );
    const response = await fetch(`${this.#env.OPENAI_BASE_URL}/chat/completions`, {
      method: "POST",
      headers: { authorization: `Bearer ${MODEL_KEY}`, "content-type": "application/json" },
      body: toModelBody([SYSTEM, ...history, next], false),
    });
    const { choices: [{ message }] } = await response.json();
    this.#storage.transactionSync(() => {
      for (const text of [next, JSON.stringify(message)]) {
        this.#storage.sql.exec("INSERT INTO messages (text) VALUES (?)", text).toArray();
      }
    });
    return Response.json({ type: "step.completed", text: message.content });
  }
}

const SYSTEM = JSON.stringify({ role: "system", content: INSTRUCTIONS });

function toText({ text }: Row): string {
  return String(text);
}

/** The result of the call in a message of the model. */
function runCall(message: string): object {
  const { tool_calls: [call] } = JSON.parse(message);
  const output = lookUpOrder(JSON.parse(call.function.arguments));
  return { role: "tool", tool_call_id: call.id, content: JSON.stringify(output) };
}
