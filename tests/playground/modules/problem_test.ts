// What a place says of a failure.

import assert from "node:assert/strict";
import { describeError, toProblem } from "../../../src/playground/browser/components/problem.tsx";

for (
  const message of [
    "Failed to fetch", // Chromium
    "NetworkError when attempting to fetch resource.", // Firefox
    "Load failed", // Safari
    "network error", // a stream that breaks, in Chromium
    "Failed to fetch dynamically imported module: https://a.example/views.js",
  ]
) {
  Deno.test(`V2: toProblem: the network is at fault: ${message}`, () => {
    const error = new TypeError(message);
    assert.deepEqual(toProblem(error), { title: "The server cannot be reached", detail: message, code: "" });
    assert.equal(describeError(error), "The server cannot be reached.");
  });
}

Deno.test("V2: toProblem: a mistake of the page is not blamed on the network", () => {
  const error = new TypeError("Cannot read properties of undefined (reading 'id')");
  assert.equal(toProblem(error).title, "The page could not do this");
  assert.equal(describeError(error), String(error));
});
