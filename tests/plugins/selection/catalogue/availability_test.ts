// S1: what a thread is offered follows from tier, context, flags and the state of the tool alone.

import assert from "node:assert/strict";
import { createMemoryStore } from "../../../../src/stores/embedded/memory.ts";
import {
  type AvailabilityFacts,
  isAvailable,
  isDeprecated,
  isOffered,
} from "../../../../src/plugins/selection/catalogue/availability.ts";
import { assignVariant } from "../../../../src/plugins/selection/catalogue/variant.ts";
import { findWithdrawn } from "../../../../src/plugins/selection/catalogue/snapshot.ts";
import { isolate, SHOP, START, tool } from "./_catalogue.ts";
import { asSent } from "../../../support/as_sent.ts";

const NAMED = [undefined, ["pro"], ["free", "pro"]] as const;
const GIVEN = [undefined, "pro", "free", "other"] as const;
const FLAGS = [undefined, ["a"], ["a", "b"]] as const;
const SET = [undefined, [], ["a"], ["b"], ["a", "b", "c"]] as const;

Deno.test("S1: truth table of tier, context and flags: 540 rows", () => {
  // Written out by hand: which of GIVEN passes each of NAMED, and which of SET passes each of FLAGS.
  const passesNamed = [[true, true, true, true], [false, true, false, false], [false, true, true, false]];
  const passesFlags = [
    [true, true, true, true, true],
    [false, false, true, false, true],
    [false, false, false, false, true],
  ];
  let rows = 0;
  for (const [t, tiers] of NAMED.entries()) {
    for (const [c, contexts] of NAMED.entries()) {
      for (const [f, flags] of FLAGS.entries()) {
        for (const [g, tier] of GIVEN.entries()) {
          for (const [s, set] of SET.entries()) {
            const context = GIVEN[(g + s) % 4];
            const facts = { tier, context, flags: set };
            const expected = passesNamed[t]?.[g] && passesNamed[c]?.[(g + s) % 4] && passesFlags[f]?.[s];
            assert.equal(isAvailable({ tiers, contexts, flags }, facts), expected, JSON.stringify(facts));
            rows += 1;
          }
        }
      }
    }
  }
  assert.equal(rows, 540);
});

Deno.test("S1: active, deprecated and archived tools, for threads that use them and others", async () => {
  const dated = await tool("dated", "1.0.0", { deprecatesAt: new Date(START).toISOString() });
  const plain = await tool("plain");
  const entry = { at: 0, number: 1, digest: "", latest: "1.0.0" };
  const uses = (name: string): AvailabilityFacts => ({ now: START, uses: [name] });
  const none: AvailabilityFacts = { now: START };
  const table = [
    [plain, "active", none, true],
    [plain, "deprecated", none, false],
    [plain, "deprecated", uses("plain"), true],
    [plain, "deprecated", uses("dated"), false],
    [plain, "archived", uses("plain"), false],
    [dated, "active", none, false],
    [dated, "active", { now: START - 1 }, true],
    [dated, "active", uses("dated"), true],
    [dated, "archived", uses("dated"), false],
  ] as const;
  for (const [tool, status, facts, expected] of table) {
    assert.equal(isOffered({ ...entry, tool, status }, facts), expected, `${tool.id} ${status}`);
  }
  assert.equal(isDeprecated({ ...entry, tool: dated, status: "active" }, START - 1), false);
});

Deno.test("S1: the same facts have the same catalogue, and another time only when a date passes", async () => {
  const { reader, ports, publish } = isolate(createMemoryStore());
  const date = { deprecatesAt: new Date(START + 5_000).toISOString() };
  const text = { default: "A.", variants: { b: { text: "B.", weight: 50 } } };
  await publish(await tool("a", "1.0.0", { tiers: ["pro"] }), await tool("b", "1.0.0", date));
  await publish(
    await tool("c", "1.0.0", { description: text, examples: ["x"], tags: ["t"], categories: ["k"] }),
  );
  const snapshot = await reader.open(SHOP.tenant, SHOP.name, undefined, ports);
  const first = snapshot.catalogueFor({ tier: "pro", flags: ["x", "y"], now: START });
  assert.deepEqual(first.tools.map(({ name }) => name), ["a", "b", "c"]);
  assert.equal(snapshot.catalogueFor({ tier: "pro", flags: ["y", "x"], now: START + 4_999 }), first);
  const later = snapshot.catalogueFor({ tier: "pro", flags: ["x", "y"], now: START + 5_000 });
  assert.deepEqual(later.tools.map(({ name }) => name), ["a", "c"]);
  assert.notEqual(later.version, first.version);
  assert.deepEqual(snapshot.catalogueFor({ now: START }).tools.map(({ name }) => name), ["b", "c"]);
  assert.deepEqual(asSent(first.tools[2]), {
    name: "c",
    description: "A.",
    parameters: first.tools[0]?.parameters,
    examples: ["x"],
    tags: ["t"],
    categories: ["k"],
  });

  const threads = Array.from({ length: 40 }, (_, index) => `t${index}`);
  const made = new Set(threads.map((thread) => snapshot.catalogueFor({ now: START, thread })));
  assert.equal(made.size, 2, "threads of one variant have one catalogue");
  for (const thread of threads) {
    const description = snapshot.catalogueFor({ now: START, thread }).tools.at(-1)?.description;
    const found = snapshot.findById("c");
    assert.equal(description, found && assignVariant(found.tool, thread).text);
  }
  assert.equal(new Set(Array.from(made, ({ version }) => version)).size, 2);
});

Deno.test("S1: variants are assigned by their weights, always alike, and independently for two tools", () => {
  const description = {
    default: "d",
    variants: { b: { text: "b", weight: 30 }, a: { text: "a", weight: 20 } },
  };
  const count = 20_000;
  const seen = new Map<string, number>();
  const add = (key: string) => seen.set(key, (seen.get(key) ?? 0) + 1);
  for (let index = 0; index < count; index += 1) {
    const thread = `thread_${index}`;
    const [one, other] = ["refund", "cancel"].map((id) => assignVariant({ id, description }, thread).name);
    assert.equal(assignVariant({ id: "refund", description }, thread).name, one);
    add(`one ${one}`);
    add(`both ${one} ${other}`);
  }
  const share = (key: string) => (seen.get(key) ?? 0) / count;
  // Four standard deviations of a share of 20,000 are at most 0.0142.
  for (const [name, weight] of [["a", 0.2], ["b", 0.3], ["default", 0.5]] as const) {
    assert.ok(Math.abs(share(`one ${name}`) - weight) < 0.0142, `${name} ${share(`one ${name}`)}`);
    for (const [other, its] of [["a", 0.2], ["b", 0.3], ["default", 0.5]] as const) {
      assert.ok(Math.abs(share(`both ${name} ${other}`) - weight * its) < 0.0142, `${name} ${other}`);
    }
  }
  assert.equal(assignVariant({ id: "refund", description: { default: "d" } }, "t").name, "default");
});

Deno.test("S1: a thread with a pin finds which of its tools were withdrawn, and why", async () => {
  const { reader, ports, publish, change } = isolate(createMemoryStore());
  const { snapshot: pinned } = await publish(await tool("a"), await tool("b"), await tool("c"));
  await change({ type: "deprecate", ids: ["a"], reason: "use d" });
  await change({ type: "archive", ids: ["b"] });
  const newest = await reader.open(SHOP.tenant, SHOP.name, undefined, ports);
  assert.deepEqual(findWithdrawn(pinned, newest, ["c", "b", "a", "unknown"]), [
    { name: "b", status: "archived", reason: undefined },
    { name: "a", status: "deprecated", reason: "use d" },
  ]);
  assert.deepEqual(findWithdrawn(newest, newest, ["a"]), []);
});

Deno.test("S1, S4: threads that use different tools share a catalogue, but for the deprecated ones among these", async () => {
  const { publish, change, reader, ports } = isolate(createMemoryStore({ clock: () => START }));
  await publish(await tool("a"), await tool("b"), await tool("old"));
  await change({ type: "deprecate", ids: ["old"] });
  const snapshot = await reader.open(SHOP.tenant, SHOP.name, undefined, ports);
  const catalogueOf = (...uses: string[]) => snapshot.catalogueFor({ now: START, uses });
  const shared = catalogueOf();
  for (const uses of [["a"], ["a", "b"], ["b", "gone"]]) assert.equal(catalogueOf(...uses), shared);
  const withOld = catalogueOf("old");
  assert.deepEqual(withOld.tools.map(({ name }) => name), ["a", "b", "old"]);
  assert.equal(catalogueOf("b", "old"), withOld);
});
