import assert from "node:assert/strict";
import { AgentError, ERROR_CODES, isCancelled, toAgentError } from "../../src/core/error.ts";

Deno.test("P9: every error code has a 4xx or 5xx status, and rate limits are retryable (pin)", () => {
  for (const [code, facts] of Object.entries(ERROR_CODES)) {
    assert.ok(facts.status >= 400 && facts.status < 600, code);
    assert.ok(facts.title.length > 5 && !facts.title.endsWith("."), code);
  }
  assert.deepEqual(
    Object.entries(ERROR_CODES).filter(([, facts]) => facts.retryable).map(([code]) => code),
    [
      "body_incomplete",
      "rate_limited",
      "body_timeout",
      "thread_busy",
      "inbox_full",
      "agent_paused",
      "not_yet",
      "budget_reserved",
      "media_budget",
      "step_fenced",
      "idempotency_in_flight",
      "tools_unavailable",
      "model_rate_limit",
      "model_overloaded",
      "model_timeout",
      "model_network",
      "model_protocol",
      "model_answer_invalid",
      "model_server",
      "outbound_timeout",
      "outbound_failed",
      "server_busy",
      "step_deadline",
      "store_unavailable",
      "store_full",
      "waker_unavailable",
    ],
  );
});

Deno.test("P9: a foreign error becomes internal and keeps its cause out of the message", () => {
  const foreign = new TypeError("secret sk-123 is undefined");
  const error = toAgentError(foreign);
  assert.equal(error.code, "internal");
  assert.equal(error.cause, foreign);
  assert.ok(!error.message.includes("sk-123"));
  const own = new AgentError("thread_busy", "busy");
  assert.equal(toAgentError(own), own);
});

Deno.test("isCancelled is true only for a signal that aborted with step_cancelled", () => {
  const cancelled = AbortSignal.abort(new AgentError("step_cancelled", "The step was cancelled."));
  const fenced = AbortSignal.abort(new AgentError("step_fenced", "Another step took over."));
  const signals = [cancelled, fenced, AbortSignal.abort(), new AbortController().signal];
  assert.deepEqual(signals.map(isCancelled), [true, false, false, false]);
});

Deno.test("P9: a detail that is undefined is left out, null stays", () => {
  const { details } = new AgentError("internal", "It failed.", { details: { host: undefined, port: null } });
  assert.deepEqual(details, { port: null });
});
