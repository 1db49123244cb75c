// What each boot is asked: the run of the demo agent, from the question to the answer.

import assert from "node:assert/strict";
import type { Booted } from "../support/boot_deno.ts";

export const ENV = { TREADLE_OPEN: "1", TREADLE_STORE: "memory" };

export async function assertAnswers(booted: Booted): Promise<void> {
  const response = await booted.fetch("/v1/threads/hello/steps", {
    method: "POST",
    headers: { "content-type": "application/json", accept: "application/json" },
    body: JSON.stringify({ agent: "demo", input: "What is the weather in Paris?", until: "done" }),
  });
  const { output } = await response.json();
  assert.equal(output, "It is 18 °C and clear in Paris.", booted.name);
}
