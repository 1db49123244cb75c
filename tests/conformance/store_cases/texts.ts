// Texts are opaque: whatever a store is given comes back byte for byte, in every place where it keeps a text.

import assert from "node:assert/strict";
import { commitRequest, newThread, type StoreCase, wholeHistory } from "./case.ts";
import { NAUGHTY, NAUGHTY_TEXTS } from "./naughty.ts";

/** With the texts that stores are known to stumble over. */
export const textCases: readonly StoreCase[] = textCasesOf(NAUGHTY_TEXTS);

/** The cases with these texts. */
export function textCasesOf(all: readonly string[]): StoreCase[] {
  return [
    {
      row: "E2",
      name: "every naughty text survives as an entry",
      async run({ store, ref, append, step }) {
        for (let from = 0; from < all.length; from += 40) {
          await append(all.slice(from, from + 40));
        }
        assert.deepEqual(await wholeHistory(store, ref), all);
        const { begun } = await step({ window: { entries: 1_000, bytes: 10_000_000 } });
        assert.deepEqual(begun.window.entries, all);
      },
    },
    {
      row: "E2",
      name: "every naughty text survives as an input",
      async run({ begin, step, commit }) {
        const small = all.filter((text) => text.length < 10_000).slice(0, 99);
        const large = all.filter((text) => text.length >= 10_000);
        const running = await step({ inputs: ["first"] });
        for (const inputs of [small.slice(0, 50), small.slice(50)]) await begin({ inputs, busy: "queue" });
        await commit(running);
        const next = await step({ inputs: [] });
        assert.deepEqual(next.begun.inbox, small);
        await commit(next);
        const last = await step({ inputs: large });
        assert.deepEqual(last.begun.inbox, large);
      },
    },
    {
      row: "E2",
      name: "every naughty text survives as meta, state, summary and pending calls",
      async run({ store, sibling }) {
        for (const [index, text] of all.entries()) {
          const ref = sibling(`n${index}`);
          const request = {
            ref,
            owner: "o",
            leaseMs: 60_000,
            create: newThread({ meta: text, state: text }),
            schema: 1,
            inputs: ["i"],
            busy: "reject",
            window: { entries: 1, bytes: 1 },
          } as const;
          const begun = await store.begin(request);
          assert(begun.type === "begun");
          assert.deepEqual([begun.header.meta, begun.header.state], [text, text]);
          const step = { ref, owner: "o", begun, header: begun.header };
          const pending = { ids: ["c1"], calls: text };
          await store.commit({
            ...commitRequest(step),
            entries: ["e"],
            state: text,
            pending,
            summary: { text, base: 1 },
          });
          const snapshot = await store.read(ref);
          assert(snapshot !== undefined);
          const { meta, state, summary } = snapshot.header;
          assert.deepEqual([meta, state, summary, snapshot.pending], [text, text, text, pending]);
        }
      },
    },
    {
      row: "E2",
      name: "every naughty text survives as an event",
      async run({ store, ref, append }) {
        const events = all.map((text, index) => ({ seq: 1_000_001 + index, text }));
        for (let from = 0; from < events.length; from += 40) {
          await append(["a"], { events: events.slice(from, from + 40) });
        }
        const read: typeof events = [];
        for (let after = 0;;) {
          const page = await store.readEvents(ref, after, 20);
          if (page === undefined || page.events.length === 0) break;
          read.push(...page.events);
          after = page.events.at(-1)?.seq ?? after;
        }
        assert.deepEqual(read, events);
      },
    },
    {
      row: "E2",
      name: "every naughty text survives as a receipt and as the reason of a decision",
      async run({ store, ref, begin, step, commit }) {
        const short = all.filter((text) => text.length < 4_000).slice(0, 80);
        for (const [index, text] of short.entries()) {
          const idempotency = { key: `k${index}`, bodyHash: "h" };
          await commit(await step({ idempotency }), { receipt: { ...idempotency, outcome: "done", text } });
          const replayed = await begin({ inputs: ["i"], idempotency });
          assert(replayed.type === "replayed");
          assert.equal(replayed.receipt.text, text);
        }
        for (const reason of NAUGHTY) {
          await commit(await step(), { pending: { ids: ["c1"], calls: "[]" } });
          const decision = { approved: false, reason, at: 1, by: reason };
          assert.deepEqual(await store.decide(ref, "c1", decision), {
            type: "decided",
            decisions: [decision],
          });
          assert.deepEqual((await store.read(ref))?.marks.get("c1"), { decisions: [decision] });
          assert.deepEqual(await store.decide(ref, "c1", decision), {
            type: "already",
            decisions: [decision],
          });
          await commit(await step());
        }
      },
    },
    {
      row: "E2",
      name: "every naughty text that a header can carry is an idempotency key of its own",
      async run({ begin, step, commit }) {
        const legal = all.filter((text) => text.length <= 255 && /^[\x20-\x7e]+$/.test(text));
        const keys = [...new Set(legal)].slice(0, 60);
        for (const [index, key] of keys.entries()) {
          const idempotency = { key, bodyHash: "h" };
          await commit(await step({ idempotency }), {
            receipt: { ...idempotency, outcome: "done", text: `R${index}` },
          });
        }
        for (const [index, key] of keys.entries()) {
          const replayed = await begin({ inputs: ["i"], idempotency: { key, bodyHash: "h" } });
          assert(replayed.type === "replayed", key);
          assert.equal(replayed.receipt.text, `R${index}`);
        }
      },
    },
    {
      row: "E13",
      name: "every naughty text is a blob, the empty one too",
      async run({ store, ref }) {
        for (const text of ["", ...all]) {
          assert.equal(await store.getBlob(ref, await store.putBlob(ref, text)), text);
        }
      },
    },
  ];
}
