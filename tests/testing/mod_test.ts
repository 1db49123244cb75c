import assert from "node:assert/strict";
import * as surface from "@treadle/treadle/testing";

Deno.test("testing: the entry has these parts (pin)", () => {
  assert.deepEqual(Object.keys(surface).sort(), [
    "callTool",
    "checkPlugin",
    "createFakeClock",
    "createRecordingStore",
    "createScriptedDriver",
    "createScriptedProvider",
    "createToolContext",
    "scenario",
  ]);
});
