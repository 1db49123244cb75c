// C8, K3: what policies and plugins leave of a choice, over random choices and offers. The order of the offers decides nothing.
import assert from "node:assert/strict";
import { narrowBy, type StandingOffer } from "../../../src/kernel/choice/offers.ts";
import type { ResolvedChoice } from "../../../src/kernel/choice/resolved_choice.ts";
import { isForced, permits, type ToolChoice } from "../../../src/core/tool_choice.ts";
import { mulberry32 } from "../../support/mulberry32.ts";

const ROUNDS = 5_000;

interface Drawn {
  readonly tools: readonly string[];
  readonly resolved: ResolvedChoice;
  readonly offers: readonly StandingOffer[];
}

function offer(allowed: readonly string[], demands: boolean, because: string): StandingOffer {
  return { permits: (tool) => allowed.includes(tool), demands, because: () => because, warnings: [] };
}

function draw(seed: number): Drawn {
  const random = mulberry32(seed);
  const below = (count: number) => Math.floor(random() * count);
  const tools = ["a", "b", "c", "d", "e"].slice(0, 1 + below(5));
  const some = () => tools.filter(() => random() < 0.6);
  const choices: readonly (() => ToolChoice)[] = [
    () => ({ type: "auto" }),
    () => ({ type: "none" }),
    () => ({ type: "required" }),
    () => ({ type: "tool", name: tools[below(tools.length)] ?? "a", times: "always" }),
    () => ({
      type: "allowed",
      names: [tools[0] ?? "a", ...some()],
      mode: random() < 0.5 ? "auto" : "required",
    }),
  ];
  const choice = choices[below(choices.length)]?.() ?? { type: "auto" };
  const offers = Array.from(
    { length: below(4) },
    (_, index) => offer(some(), random() < 0.3, `offer ${index}`),
  );
  return { tools, resolved: { choice, source: "request", because: "the request says so" }, offers };
}

/** The tools that a choice leaves, and whether it forces. */
function left({ choice }: ResolvedChoice, tools: readonly string[]) {
  return { names: tools.filter((tool) => permits(choice, tool)), forces: isForced(choice) };
}

Deno.test("C8, K3: offers leave the tools that the choice and all of them permit, in every order", () => {
  for (let seed = 0; seed < ROUNDS; seed++) {
    const { tools, resolved, offers } = draw(seed);
    const narrowed = narrowBy(resolved, offers, tools);
    const reversed = narrowBy(resolved, offers.toReversed(), tools);
    const where = `seed ${seed}`;
    assert.deepEqual(reversed.choice, narrowed.choice, where);
    assert.deepEqual(reversed.forbidden, narrowed.forbidden, where);

    const before = left(resolved, tools);
    const after = left(narrowed, tools);
    const permitted = tools.filter((tool) => offers.every((each) => each.permits(tool)));
    const demanded = offers.some(({ demands }) => demands);
    const both = before.names.filter((tool) => permitted.includes(tool));
    if (resolved.choice.type === "none") assert.deepEqual(after, before, where);
    else if (both.length > 0) {
      assert.deepEqual(after, { names: both, forces: before.forces || demanded }, where);
    } else if (demanded && permitted.length > 0) {
      assert.deepEqual(after, { names: permitted, forces: true }, where);
    } else assert.deepEqual(after, { names: [], forces: false }, where);
  }
});

Deno.test("C8, K3: an offer twice is the offer, and one in two parts is the whole", () => {
  for (let seed = 0; seed < ROUNDS; seed++) {
    const { tools, resolved, offers } = draw(seed);
    const [first] = offers;
    if (first === undefined) continue;
    const once = narrowBy(resolved, offers, tools);
    assert.deepEqual(narrowBy(resolved, [first, ...offers], tools).choice, once.choice, `seed ${seed}`);
    const some = offer(tools.filter((tool) => first.permits(tool) || tool === tools[0]), false, "some");
    const rest = offer(
      tools.filter((tool) => first.permits(tool) || tool !== tools[0]),
      first.demands,
      "rest",
    );
    const parted = narrowBy(resolved, [some, rest, ...offers.slice(1)], tools);
    assert.deepEqual(parted.choice, once.choice, `seed ${seed}`);
  }
});

Deno.test("C8: a report names every offer that forbids something of the choice or demands a call, and no other", () => {
  const resolved: ResolvedChoice = {
    choice: { type: "auto" },
    source: "default",
    because: "no other choice is set",
  };
  const offers = [
    offer(["a", "b"], false, "idle"),
    offer(["a"], false, "no b"),
    offer(["a", "b"], true, "a call"),
  ];
  const { because, source, underlying } = narrowBy(resolved, offers, ["a", "b"]);
  assert.equal(because, "no b; a call; else no other choice is set");
  assert.equal(source, "rule");
  assert.deepEqual(underlying, { type: "auto" });
});
