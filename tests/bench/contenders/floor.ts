// The floor: what a good engineer writes by hand in an afternoon. The same two requests to Redis (the same scripts, keys
// and arguments as Treadle's store), the history kept as ready wire text and spliced into the body, fetch, a minimal
// reader of the stream, or the whole answer as JSON. No validation, no retries, no events, one provider, one dialect, one tool.

import { SCHEMA } from "../../../src/core/state.ts";
import { LIFETIMES } from "../../../src/core/store/limits.ts";
import { BEGIN } from "../../../src/stores/upstash/lua/begin.ts";
import { COMMIT } from "../../../src/stores/upstash/lua/commit.ts";
import { hashOfScript } from "../../../src/stores/upstash/script_hash.ts";
import { WINDOW } from "../lab/window.ts";
import {
  type Addresses,
  INSTRUCTIONS,
  lookUpOrder,
  MODEL_KEY,
  TENANT,
  toModelBody,
  TOOL_NAME,
} from "../lab/workload.ts";
import { type Contender, threadOf, wantsStream } from "./contender.ts";

/** What its keys begin with. */
export const FLOOR_PREFIX = "floor";

interface Call {
  readonly id: string;
  readonly args: string;
}

export async function createFloor({ redisUrl, redisToken, modelUrl }: Addresses): Promise<Contender> {
  const redisHeaders = { authorization: `Bearer ${redisToken}`, "content-type": "application/json" };
  const modelHeaders = { authorization: `Bearer ${MODEL_KEY}`, "content-type": "application/json" };
  await redis(["SCRIPT", "LOAD", BEGIN.source]);
  await redis(["SCRIPT", "LOAD", COMMIT.source]);

  // deno-lint-ignore no-explicit-any -- by hand, in an afternoon
  async function redis(command: readonly unknown[]): Promise<any> {
    const response = await fetch(redisUrl, {
      method: "POST",
      headers: redisHeaders,
      body: JSON.stringify(command),
    });
    const { result, error } = await response.json();
    if (error) throw new Error(error);
    return result;
  }

  /** With `tell` the model streams. */
  async function step(thread: string, tell: ((delta: string) => void) | undefined): Promise<void> {
    const tag = `${FLOOR_PREFIX}:{${TENANT}/${thread}}`;
    const owner = `run_${crypto.randomUUID()}`;
    const [type, head, window, , pending] = await redis([
      "EVALSHA",
      await hashOfScript(BEGIN.source),
      6,
      `${tag}:h`,
      `${tag}:l`,
      `${tag}:p`,
      `${tag}:k`,
      `${tag}:x`,
      `${tag}:q`,
      // no optional key or text; then the numbers, from the lease on
      `000000000 30000 ${SCHEMA} ${WINDOW.entries} ${WINDOW.bytes} -1 ${LIFETIMES.receiptMs} 0 0 0 0 0 0`,
      owner,
      "reject",
    ]);
    if (type !== "begun") throw new Error(`begin: ${type}`);
    const [, version, epoch, , , , , , , state] = head;

    const call: Call = JSON.parse(pending[pending.indexOf("c") + 1]);
    const output = JSON.stringify(lookUpOrder(JSON.parse(call.args)));
    const observation = JSON.stringify({ role: "tool", tool_call_id: call.id, content: output });

    const response = await fetch(`${modelUrl}/chat/completions`, {
      method: "POST",
      headers: modelHeaders,
      body: toModelBody([SYSTEM, ...window, observation], tell !== undefined),
    });
    const { text, id, args, usage } = tell
      ? await readStream(response, tell)
      : readWhole(await response.json());
    const plan = JSON.stringify({
      role: "assistant",
      content: text,
      tool_calls: [{ id, type: "function", function: { name: TOOL_NAME, arguments: args } }],
    });

    // of the optional keys and texts the pending calls alone; then the numbers, from the epoch on
    const numbers =
      `000000100000 ${epoch} ${version} ${SCHEMA} 0 2 0 1 0 0 0 0 ${LIFETIMES.receiptMs} ${LIFETIMES.eventsMs} 0 0 0 0`;
    const counters = `1 1 ${usage.prompt_tokens} ${usage.completion_tokens} 0 1 0`;
    const [outcome] = await redis([
      "EVALSHA",
      await hashOfScript(COMMIT.source),
      5,
      `${tag}:h`,
      `${tag}:l`,
      `${tag}:k`,
      `${tag}:x`,
      `${tag}:q`,
      numbers,
      owner,
      "open",
      state,
      counters,
      JSON.stringify({ id, args }),
      observation,
      plan,
      id,
    ]);
    if (outcome !== "committed") throw new Error(`commit: ${outcome}`);
  }

  return {
    step: (thread) => step(thread, () => {}),
    async answer(request) {
      const thread = threadOf(request);
      if (!wantsStream(request)) {
        await step(thread, undefined);
        return Response.json({ type: "step.completed" });
      }
      const encoder = new TextEncoder();
      const body = new ReadableStream<Uint8Array<ArrayBuffer>>({
        async start(controller) {
          const tell = (text: string) =>
            controller.enqueue(encoder.encode(`data: ${JSON.stringify({ type: "text.delta", text })}\n\n`));
          await step(thread, tell);
          controller.enqueue(encoder.encode(`data: {"type":"step.completed"}\n\n`));
          controller.close();
        },
      });
      return new Response(body, { headers: { "content-type": "text/event-stream" } });
    },
  };
}

const SYSTEM = JSON.stringify({ role: "system", content: INSTRUCTIONS });

interface Spoken {
  text: string;
  id: string;
  args: string;
  usage: { prompt_tokens: number; completion_tokens: number };
}

// deno-lint-ignore no-explicit-any -- by hand, in an afternoon
function readWhole({ choices: [{ message }], usage }: any): Spoken {
  const [{ id, function: { arguments: args } }] = message.tool_calls;
  return { text: message.content, id, args, usage };
}

async function readStream(response: Response, tell: (delta: string) => void): Promise<Spoken> {
  const spoken: Spoken = { text: "", id: "", args: "", usage: { prompt_tokens: 0, completion_tokens: 0 } };
  const decoder = new TextDecoder();
  let buffer = "";
  for await (const bytes of response.body!) {
    buffer += decoder.decode(bytes, { stream: true });
    let start = 0;
    for (let end = buffer.indexOf("\n"); end >= 0; end = buffer.indexOf("\n", start)) {
      const line = buffer.slice(start, end);
      start = end + 1;
      if (!line.startsWith("data: ") || line === "data: [DONE]") continue;
      const { choices: [choice], usage } = JSON.parse(line.slice(6));
      if (usage) spoken.usage = usage;
      if (!choice) continue;
      const { content, tool_calls: [call] = [] } = choice.delta;
      if (content) {
        spoken.text += content;
        tell(content);
      }
      if (!call) continue;
      spoken.id ||= call.id;
      spoken.args += call.function.arguments;
    }
    buffer = buffer.slice(start);
  }
  return spoken;
}
