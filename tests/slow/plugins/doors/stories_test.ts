// Rows E3, E5, E6, E7, V5, V7: stories of tabs of five doors, as `deno task stories` plays them. 12 for a change, 1,000 in a
// search: tests/support/lives.ts.
// Row E3: servers that are killed while a message is with them, and what is sent again to the next one.

import fc from "fast-check";
import { isSearch, livesOf, seedOf } from "../../../support/lives.ts";
import { playStory, plots } from "./_story.ts";
import assert from "node:assert/strict";
import { createMemoryStore } from "../../../../src/stores/embedded/memory.ts";
import { eventually } from "../../../support/eventually.ts";
import { KEY } from "../../../http/_app.ts";
import { eventsOf, input, said } from "../ag_ui/_app.ts";
import { inputsOf, threadIs } from "../_conversation.ts";
import { clock } from "../_slow.ts";
import { Network } from "./_network.ts";
import { HooksTab } from "./_page.ts";

Deno.test({
  name:
    "B1, E3, E5, E6, E7, V5, V7: tabs of five doors end with what the store has, whatever they do, with lost answers and killed servers",
  // A server that is killed leaves its timers.
  sanitizeOps: false,
  sanitizeResources: false,
  async fn() {
    await fc.assert(fc.asyncProperty(plots, async (plot) => await playStory(plot)), {
      numRuns: livesOf(isSearch() ? 50 : 12),
      seed: seedOf(3),
      endOnFailure: true,
    });
  },
});

/** A server that is killed leaves its timers. */
const loose = { sanitizeOps: false, sanitizeResources: false };

const post = (network: Network, fields: object) => network.send("POST", "/agui/slow", input(fields));

Deno.test({
  name:
    "E3, E7: a message whose worker has vanished is sent again in another run: it stands in the history once",
  ...loose,
  async fn() {
    const network = new Network(createMemoryStore({ clock }));
    await post(network, { messages: [said("work", "m1")] });
    network.kill();
    const events = await eventsOf(await post(network, { runId: "r2", messages: [said("work", "m1")] }));
    assert.equal(events.at(-1)?.type, "RUN_FINISHED");
    await network.idle();
    assert.deepEqual(await inputsOf(network), ["work"]);
  },
});

Deno.test({
  name: "V5, E7: a run that is sent again while its message waits follows the run that takes the message",
  ...loose,
  async fn() {
    const network = new Network(createMemoryStore({ clock }));
    const first = post(network, { messages: [said("work", "m1")] }).then(eventsOf);
    await threadIs(network, ({ running }) => running === true);
    const messages = [said("work", "m1"), said("more", "m2")];
    const second = await post(network, { runId: "r2", messages });
    await threadIs(network, ({ waiting }) => Number(waiting) > 0);
    const again = await post(network, { runId: "r2", messages });
    assert.equal(again.status, 200);
    await first;
    for (const each of [second, again]) {
      const events = await eventsOf(each);
      assert.equal(events.at(-1)?.type, "RUN_FINISHED");
      assert.match(JSON.stringify(events), /is to more/);
    }
    await network.idle();
    assert.deepEqual(await inputsOf(network), ["work", "more"]);
  },
});

Deno.test({
  name:
    "E7: a step that is begun again behind a lost worker, with more than the page has seen the answer to, is no place for a message twice",
  ...loose,
  async fn() {
    const network = new Network(createMemoryStore({ clock }));
    const first = await post(network, { messages: [said("answer", "m1")] });
    await first.body?.cancel();
    network.kill();
    // What the page has shown of the lost step has the number of the one that takes both.
    const half = { id: "msg/c1/1", role: "assistant", content: "Plan" };
    const shown = [said("answer", "m1"), half, said("more", "m2")];
    await eventsOf(await post(network, { runId: "r2", messages: shown }));
    const messages = [...shown, said("last", "m3")];
    const events = await eventsOf(await post(network, { runId: "r3", messages }));
    assert.equal(events.at(-1)?.type, "RUN_FINISHED");
    await network.idle();
    assert.deepEqual(await inputsOf(network), ["answer", "more", "last"]);
  },
});

for (const stream of [true, false]) {
  Deno.test({
    name: `E6: a response that goes on behind a lost worker has what was done before, stream ${stream}`,
    ...loose,
    async fn() {
      const network = new Network(createMemoryStore({ clock }));
      const ask = () =>
        network.fetch("/v1/responses", {
          method: "POST",
          headers: {
            authorization: `Bearer ${KEY}`,
            "content-type": "application/json",
            "idempotency-key": "k1",
          },
          body: JSON.stringify({ model: "slow", input: "work", stream }),
        }, "passes");
      const lost = ask().then((response) => response.text()).catch(() => {});
      let thread = { id: "", version: 0 };
      await eventually(async () => {
        const { threads } = await (await network.send("GET", "/v1/threads")).json();
        thread = threads[0] ?? thread;
        return thread.version >= 1;
      });
      network.kill();
      await lost;
      let answered = "";
      await eventually(async () => {
        const response = await ask();
        answered = await response.text();
        return response.ok;
      });
      const frames = answered.split("\n\n").flatMap((frame) => /data: (\{.*)/.exec(frame)?.[1] ?? []);
      const { output } = stream ? JSON.parse(frames.at(-1) ?? "").response : JSON.parse(answered);
      const kinds = output.map(({ type, content }: { type: string; content?: { text: string }[] }) =>
        content === undefined ? type : content.map(({ text }) => text.replace(/\d+/, "N")).join("")
      );
      assert.deepEqual(kinds, ["Plan N is to work.", "mcp_call", "Plan N is to work."]);
      const stored = await (await network.send("GET", `/v1/responses/${thread.id}`)).json();
      assert.deepEqual(stored.output, output);
      await network.idle();
    },
  });
}

/** A network on which the thread is busy with the first input when its answer is lost: the repetition is refused. */
class BusyNetwork extends Network {
  #isFirst = true;

  override async fetch(...request: Parameters<Network["fetch"]>): Promise<Response> {
    const response = await super.fetch(...request);
    const [, init] = request;
    if (init?.method !== "POST" || !this.#isFirst) return response;
    this.#isFirst = false;
    await response.body?.cancel();
    return Response.json({ code: "thread_busy", title: "Busy", status: 409, detail: "Busy." }, {
      status: 409,
    });
  }
}

Deno.test({
  name:
    "V5, V7: an input of which a busy thread does not say that it has it is shown once, and not as failed",
  ...loose,
  async fn() {
    const network = new BusyNetwork(createMemoryStore({ clock }));
    const tab = new HooksTab(network, "tab0");
    await tab.open();
    assert.equal(await tab.say("answer", "steer", "passes"), "taken");
    await tab.rest();
    await eventually(
      () => tab.shown().length === 2 && !/ $/.test(tab.shown()[1]?.text ?? " "),
      () => tab.shown(),
    );
    assert.deepEqual(tab.shown().map(({ role }) => role), ["user", "assistant"]);
    assert.deepEqual(await inputsOf(network), ["answer"]);
    tab.close();
    await network.idle();
  },
});
