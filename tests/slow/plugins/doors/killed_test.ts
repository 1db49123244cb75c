// Row E3: servers that are killed while a message is with them, and what is sent again to the next one.

import assert from "node:assert/strict";
import { createMemoryStore } from "../../../../src/stores/embedded/memory.ts";
import { eventsOf, input, said } from "../ag_ui/_app.ts";
import { inputsOf, threadIs } from "../_conversation.ts";
import { clock } from "../_slow.ts";
import { Network } from "./_network.ts";

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
