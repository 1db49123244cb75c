// The surface of the client. Its types are those of src/core/contract, which tests/tasks/contract_test.ts compares with the schemas.

import assert from "node:assert/strict";
import * as client from "../../../src/react/client/mod.ts";
import type { ErrorCode } from "../../../src/core/error.ts";

type Extends<One, Other> = [One] extends [Other] ? true : false;

function assertTrue<_T extends true>(): void {}

Deno.test("the client's codes have every code of the server", () => {
  assertTrue<Extends<ErrorCode, client.TreadleCode>>();

  // @ts-expect-error -- a code that there is not
  const code: client.TreadleCode = "thread_bussy";
  assert.equal(typeof code, "string");
});

Deno.test("the public surface of the client is this", () => {
  assert.deepEqual(Object.keys(client).toSorted(), [
    "EMPTY_CONVERSATION",
    "Thread",
    "TreadleError",
    "addInput",
    "collect",
    "createClient",
    "fold",
    "fromHistory",
  ]);
});
