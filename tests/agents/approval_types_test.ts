// The arguments that a predicate of needsApproval reads; `deno task check` is the test, and what must not compile is expected not to.

import assert from "node:assert/strict";
import * as z from "zod";
import { defineTool } from "../../src/agents/define_tool.ts";
import type { ApprovalPredicate } from "../../src/core/approval/needs_approval.ts";
import type { JsonObject } from "../../src/core/json.ts";

type Same<A, B> = (<T>() => T extends A ? 1 : 2) extends (<T>() => T extends B ? 1 : 2) ? true : false;

/** Compiles when the types are the same. */
function same<A, B>(_isSame: Same<A, B>): void {}

const base = { name: "refund", description: "Pays back." } as const;

Deno.test("X2: a predicate reads what the schema of zod takes, and run what it makes of it", () => {
  const tool = defineTool({
    ...base,
    parameters: z.object({
      amount: z.number(),
      currency: z.string().default("EUR"),
      day: z.string().transform(Date.parse),
    }),
    needsApproval: ({ amount, ...args }, { user }) => {
      same<typeof args, { currency?: string | undefined; day: string }>(true);
      // @ts-expect-error: not in the schema
      const other: unknown = args.colour;
      return amount > 50 || user === undefined || other !== undefined;
    },
    run: ({ amount, currency, day }) => {
      same<typeof currency, string>(true);
      return amount + day;
    },
  });
  assert.equal(typeof tool.needsApproval, "function");
});

Deno.test("X2: a predicate is typed whatever stands before it, in a list, and by other forms of parameters", () => {
  const first = defineTool({
    ...base,
    needsApproval: [{ arg: "amount", gt: 100 }, ({ amount }) => amount % 2 === 1],
    run: ({ amount }) => amount + 1,
    parameters: z.object({ amount: z.number() }),
  });
  const schema = defineTool({
    ...base,
    parameters: { type: "object", properties: { amount: { type: "number" } }, required: ["amount"] },
    needsApproval: ({ amount }) => amount > 50,
    run: ({ amount }) => amount,
  });
  const named = defineTool({
    ...base,
    parameters: ["reason"],
    needsApproval: ({ reason }) => reason.length > 50,
    run: ({ reason }) => reason,
  });
  const any = defineTool({
    ...base,
    needsApproval: (args) => {
      same<typeof args, JsonObject>(true);
      return args.amount === 50;
    },
    run: () => null,
  });
  const tools = [first, schema, named, any];
  assert.ok(tools.every(({ needsApproval }) => typeof needsApproval !== "boolean"));
});

Deno.test("X2: a predicate of any arguments goes with every schema", () => {
  const large: ApprovalPredicate = ({ amount }) => Number(amount) > 50;
  const tool = defineTool({
    ...base,
    parameters: z.object({ amount: z.number().optional() }),
    needsApproval: large,
    run: ({ amount = 0 }) => amount,
  });
  assert.equal(tool.needsApproval, large);
});
