// What a place says of a failure.

import assert from "node:assert/strict";
import { problemOf, wordsOf } from "../../../src/playground/browser/components/problem.tsx";

for (
  const message of [
    "Failed to fetch", // Chromium
    "NetworkError when attempting to fetch resource.", // Firefox
    "Load failed", // Safari
    "network error", // a stream that breaks, in Chromium
    "Failed to fetch dynamically imported module: https://a.example/views.js",
  ]
) {
  Deno.test(`V2: problemOf: the network is at fault: ${message}`, () => {
    const error = new TypeError(message);
    assert.deepEqual(problemOf(error), { title: "The server cannot be reached", detail: message, code: "" });
    assert.equal(wordsOf(error), "The server cannot be reached.");
  });
}

Deno.test("V2: problemOf: a mistake of the page is not blamed on the network", () => {
  const error = new TypeError("Cannot read properties of undefined (reading 'id')");
  assert.equal(problemOf(error).title, "The page could not do this");
  assert.equal(wordsOf(error), String(error));
});
