// The types of the client that are not those of core/view are those of the server. The compiler is the test.

import assert from "node:assert/strict";
import type * as z from "zod/mini";
import * as client from "../../src/client/mod.ts";
import type { ErrorCode } from "../../src/core/error.ts";
import type { approvalBody, forkBody, stepBody } from "../../src/http/schemas/requests.ts";
import type { callResultBody } from "../../src/http/schemas/call_result.ts";

type Extends<One, Other> = [One] extends [Other] ? true : false;
type Fields<One, Other> = [Exclude<keyof One, keyof Other>] extends [never] ? true : false;

function assertTrue<_T extends true>(): void {}

Deno.test("the client's types are those that the server answers and takes", () => {
  type Body = Omit<client.StreamOptions, "signal" | "idempotencyKey">;
  assertTrue<Extends<Body, z.input<typeof stepBody>>>();
  assertTrue<Fields<Omit<z.input<typeof stepBody>, "input" | "toolResults">, client.StreamOptions>>();
  assertTrue<Extends<client.Input | undefined, z.input<typeof stepBody>["input"]>>();
  assertTrue<Extends<client.ToolResult, NonNullable<z.input<typeof stepBody>["toolResults"]>[number]>>();
  assertTrue<Extends<client.ApprovalAnswer, z.input<typeof approvalBody>>>();
  assertTrue<Fields<z.input<typeof approvalBody>, client.ApprovalAnswer>>();
  assertTrue<Extends<client.LateResult, z.input<typeof callResultBody>>>();
  assertTrue<Extends<Omit<client.ForkOptions, "signal">, z.input<typeof forkBody>>>();
  assertTrue<Fields<z.input<typeof forkBody>, client.ForkOptions>>();
  assertTrue<Extends<ErrorCode, client.TreadleCode>>();

  // @ts-expect-error -- a code that there is not
  const code: client.TreadleCode = "thread_bussy";
  assert.equal(typeof code, "string");
});

Deno.test("the public surface of the client is this", () => {
  assert.deepEqual(Object.keys(client).toSorted(), [
    ...[
      "EMPTY_CONVERSATION",
      "Thread",
      "TreadleError",
      "addInput",
      "collect",
      "createClient",
      "fold",
      "fromHistory",
    ],
  ]);
});
