// A public bug report of a relay that sends keepalives and then closes, before the answer has begun.

import assert from "node:assert/strict";
import { defineAgent } from "../../../src/agents/define_agent.ts";
import { createAnthropicProvider } from "../../../src/providers/anthropic/provider.ts";
import { withRetries } from "../../../src/kernel/plan/model_retry.ts";
import { createLab } from "../../support/lab.ts";
import { reports } from "./_report.ts";

const EVENT_STREAM = { "content-type": "text/event-stream" };
/** A broken answer is asked for again twice. */
const TRIES = 3;
const PING = 'event: ping\ndata: {"type":"ping"}\n\n';

/** A lab whose model answers with this body each time, and how often it was asked. */
function labOf(body: () => BodyInit, stepMs = 5_000) {
  const provider = withRetries(createAnthropicProvider({ apiKey: "sk-ant-test-0123456789" }), {
    clock: Date.now,
    sleep: () => Promise.resolve(),
    random: (count) => new Uint8Array(count),
  });
  const asked: string[] = [];
  const agent = defineAgent({ name: "a", model: "anthropic/claude-sonnet-4-5", limits: { stepMs } });
  const lab = createLab({
    agents: [agent],
    deps: {
      model: () => ({ provider, model: "claude-sonnet-4-5", ref: "anthropic/claude-sonnet-4-5" }),
      fetch: (input) => {
        asked.push(String(input));
        return Promise.resolve(new Response(body(), { headers: EVENT_STREAM }));
      },
    },
  });
  return { lab, asked };
}

reports<{ events: string[] }>(
  "texra-7022",
  "an answer that is keepalives alone is a broken one: repeated within limits, then failed with a code",
  async ({ events }) => {
    assert.deepEqual([events[0], events.at(-1)], ["event: ping", "<close before message_start>"]);
    for (
      const [keepalive, times] of [[PING, events.length - 1], [": keepalive\n\n", 100], ["", 1]] as const
    ) {
      const { lab, asked } = labOf(() => keepalive.repeat(times));
      const { answer } = await lab.run({ input: "go", until: "done" });
      assert.equal(asked.length, TRIES);
      assert.deepEqual([answer.error?.code, answer.output, answer.thread.status], [
        "model_protocol",
        null,
        "open",
      ]);
    }
    // Keepalives without end are no answer either: the time of the step ends them.
    const endless = () => {
      let timer: ReturnType<typeof setInterval>;
      return new ReadableStream<Uint8Array>({
        start(controller) {
          timer = setInterval(() => controller.enqueue(new TextEncoder().encode(PING)), 10);
        },
        cancel: () => clearInterval(timer),
      });
    };
    const { lab } = labOf(endless, 1_000);
    const { answer } = await lab.run({ input: "go", until: "done" });
    assert.deepEqual([answer.error?.code, answer.output], ["step_deadline", null]);
  },
);
