// What every client does with a server whose agents are those of _agents.ts; the runtimes' test runs each on both.

import assert from "node:assert/strict";
import type { ClientKind } from "../../../../plugins/mcp/server/_clients.ts";

/** A server, and what reads and decides beside it. */
export interface Place {
  readonly url: string;
  readonly headers: Record<string, string>;
}

export interface Story {
  readonly name: string;
  run(kind: ClientKind, place: Place): Promise<void>;
}

export const STORIES: readonly Story[] = [
  {
    name: "lists the tools",
    async run(kind, { url, headers }) {
      await using client = await kind.connect({ url: `${url}/mcp`, headers });
      assert.equal(client.version, kind.isModern ? "2026-07-28" : "2025-11-25");
      const names = (await client.list()).map(({ name }) => name);
      assert.deepEqual(names, ["ask_demo", "get_weather", "delete_record", "continue_run"]);
    },
  },
  {
    name: "asks an agent with progress, and goes on with the conversation",
    async run(kind, { url, headers }) {
      await using client = await kind.connect({ url: `${url}/mcp/demo`, headers });
      await client.list();
      const lines: string[] = [];
      const first = await client.call("ask_demo", { input: "What is the weather in Paris?" }, {
        onProgress: (line) => lines.push(line),
      });
      assert.equal(first.isError, false);
      assert.match(first.text, /18 °C and clear in Paris/);
      assert.equal(first.data?.status, "done");
      assert.equal(first.data?.output, first.text);
      assert.deepEqual(lines, ["step 1", "step 2", "get_weather runs", "get_weather: completed"]);
      const second = await client.call("ask_demo", {
        input: "What is the weather in Rome?",
        thread: first.data?.thread,
      });
      assert.equal(second.data?.thread, first.data?.thread);
      assert.match(second.text, /Rome/);
    },
  },
  {
    name: "calls a tool of an agent",
    async run(kind, { url, headers }) {
      await using client = await kind.connect({ url: `${url}/mcp`, headers });
      await client.list();
      const { text, data, isError, meta } = await client.call("get_weather", { city: "Paris" });
      assert.equal(isError, false, text);
      assert.deepEqual(data, { city: "Paris", tempC: 18, sky: "clear" });
      assert.match(String(meta["treadle/thread"]), /^thread_/);
      const wrong = await client.call("get_weather", {});
      assert.ok(wrong.isError);
      assert.match(wrong.text, /invalid_request: The arguments do not fit get_weather/);
    },
  },
  {
    name: "approves and denies",
    async run(kind, { url, headers }) {
      for (const approve of [true, false]) {
        const forms: string[] = [];
        await using client = await kind.connect({
          url: `${url}/mcp`,
          headers,
          onForm: (message) => {
            forms.push(message);
            return { action: "accept", content: { approve, reason: "As agreed." } };
          },
        });
        await client.list();
        let called = await client.call("delete_record", { id: "r7" });
        if (!kind.isModern) {
          assert.deepEqual(forms, []);
          assert.match(called.text, /waits for the approval of people/);
          const [, path = ""] = / at POST (\S+)\. /.exec(called.text) ?? [];
          const thread = called.meta["treadle/thread"];
          const still = await client.call("continue_run", { thread });
          assert.equal(still.data?.status, "waiting");
          const decided = await fetch(url + path, {
            method: "POST",
            headers: { ...headers, "content-type": "application/json" },
            body: JSON.stringify({ approved: approve, reason: "As agreed." }),
          });
          assert.equal(decided.status, 200, await decided.text());
          called = await client.call("continue_run", { thread });
        } else {
          assert.equal(forms.length, 1);
          assert.match(forms[0] ?? "", /asks to run delete_record with these arguments:\n\{\n {2}"id": "r7"/);
        }
        if (approve) assert.match(called.text, /"deleted":"r7"/);
        else assert.match(called.text, /denied|As agreed/);
      }
    },
  },
  {
    name: "one key is one call",
    async run(kind, { url, headers }) {
      await using client = await kind.connect({ url: `${url}/mcp`, headers });
      await client.list();
      const meta = { "treadle/idempotencyKey": crypto.randomUUID() };
      const [first, second] = [
        await client.call("get_weather", { city: "Paris" }, { meta }),
        await client.call("get_weather", { city: "Paris" }, { meta }),
      ];
      assert.deepEqual(second.data, first.data);
      assert.equal(second.meta["treadle/thread"], first.meta["treadle/thread"]);
      const other = await client.call("get_weather", { city: "Rome" }, { meta });
      assert.match(other.text, /idempotency_mismatch/);
    },
  },
];
