// What holds of every selector, for any catalogue and any query.

import assert from "node:assert/strict";
import fc from "fast-check";
import type { Embedder } from "../../../../src/plugins/selection/embedders/embedder.ts";
import { upstashVector } from "../../../../src/plugins/selection/embedders/upstash_vector.ts";
import type {
  SelectionQuery,
  ToolCatalogue,
  ToolDocument,
  ToolSelector,
} from "../../../../src/plugins/selection/selector.ts";
import { embedding } from "../../../../src/plugins/selection/selectors/embedding.ts";
import { hybrid } from "../../../../src/plugins/selection/selectors/hybrid.ts";
import { routed } from "../../../../src/plugins/selection/selectors/routed.ts";
import { byWords, ioOf } from "./_catalogue.ts";
import { embedByGrams } from "./_fake_embedding.ts";
import { startUpstashVector, UPSTASH_TOKEN } from "./_upstash_vector_wire.ts";

const local: Embedder = {
  name: "local",
  model: "grams",
  scale: "cosine",
  batch: 7,
  embed: (texts) => Promise.resolve(texts.map((text) => Float32Array.from(embedByGrams(text, 64)))),
};
const failing: ToolSelector = {
  name: "failing",
  settings: {},
  select: () => Promise.reject(new Error("down")),
};

const SELECTORS: Readonly<Record<string, (index: ToolSelector) => ToolSelector>> = {
  "embedding": () => embedding({ embedder: local }),
  "embedding with a minimum": () => embedding({ embedder: local, minimumScore: 0.2 }),
  "upstash_vector": (index) => index,
  "hybrid": () => hybrid({ lexical: byWords(), embedding: embedding({ embedder: local }) }),
  "hybrid without words": () => hybrid({ lexical: failing, embedding: embedding({ embedder: local }) }),
  "routed": () =>
    routed({
      selector: hybrid({ lexical: byWords(), embedding: embedding({ embedder: local }) }),
      classify: () => Promise.resolve([{ category: "a", score: 0.8 }, { category: "gone", score: 1 }]),
    }),
  "routed by votes": () => routed({ selector: byWords(), classify: byWords() }),
};

const word = fc.constantFrom(
  "refund",
  "weather",
  "meeting",
  "invoice",
  "city",
  "file",
  "card",
  "__proto__",
  "constructor",
);
const name = fc.oneof(
  fc.constantFrom("__proto__", "constructor", "toString"),
  fc.stringMatching(/^[a-z]{1,6}_[a-z]{1,6}$/),
);
const tool: fc.Arbitrary<ToolDocument> = fc.record({
  name,
  description: fc.array(word, { maxLength: 4 }).map((words) => words.join(" ")),
  parameters: fc.constant({ type: "object" }),
  categories: fc.uniqueArray(fc.constantFrom("a", "b", "constructor"), { maxLength: 2 }),
});
const tools = fc.uniqueArray(tool, { selector: ({ name }) => name, maxLength: 40 });

interface Case {
  readonly catalogue: ToolCatalogue;
  readonly query: SelectionQuery;
}

let version = 0;
const anyCase: fc.Arbitrary<Case> = tools.chain((tools) => {
  const names = tools.map(({ name }) => name);
  const some = fc.array(fc.oneof(fc.constantFrom("gone", ...names)), { maxLength: 6 });
  return fc.record({
    text: fc.array(word, { maxLength: 4 }),
    most: fc.integer({ min: 1, max: 12 }),
    least: fc.nat(14),
    keep: some,
    barred: some,
  })
    .map(({ text, most, least, keep, barred }) => ({
      catalogue: { version: `${version++}`, tools },
      query: {
        text: text.join(" "),
        most,
        least,
        keep,
        isAvailable: (name: string) => !barred.includes(name),
      },
    }));
});

for (const [title, create] of Object.entries(SELECTORS)) {
  Deno.test(`S4, S5: ${title}: names are unique and available, keep is first, at most most beside it, never fewer than least, order is stable`, async () => {
    await using service = startUpstashVector({ shown: true, dimension: 64 });
    const index = upstashVector();
    const selector = create(index);
    const io = ioOf({ UPSTASH_VECTOR_REST_URL: service.origin, UPSTASH_VECTOR_REST_TOKEN: UPSTASH_TOKEN });
    await fc.assert(
      fc.asyncProperty(anyCase, async ({ catalogue, query }) => {
        const { most, least = 0, keep = [], isAvailable = () => true } = query;
        if (selector === index) {
          await index.publish(catalogue, io);
          await index.prune([catalogue], io);
        }
        const selection = await selector.select(query, catalogue, io);
        const { tools, candidates, threshold } = selection;
        const available = catalogue.tools.map(({ name }) => name).filter(isAvailable);
        const kept = [...new Set(keep)].filter((name) => available.includes(name));
        assert.equal(new Set(tools).size, tools.length);
        assert(tools.every((name) => available.includes(name)));
        assert.deepEqual(tools.slice(0, kept.length), kept);
        assert(tools.length <= Math.max(most, kept.length));
        assert(
          tools.length >= Math.min(least, most, available.length),
          `${tools.length} of ${available.length}`,
        );
        assert(candidates.length <= 20 && candidates.every(({ name }) => available.includes(name)));
        assert(candidates.every(({ score }, at) => at === 0 || (candidates[at - 1]?.score ?? NaN) >= score));
        const scores = new Map(candidates.map(({ name, score }) => [name, score]));
        if (threshold !== undefined && tools.length > Math.max(least, kept.length)) {
          for (const name of tools.slice(kept.length)) assert((scores.get(name) ?? 1) >= threshold);
        }
        const again = await selector.select(query, { ...catalogue }, io);
        assert.deepEqual(again, selection);
      }),
      { numRuns: 150 },
    );
  });
}
