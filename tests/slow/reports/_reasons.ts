// What no test of this folder drives of the reports whose kind is loop_state, streaming, tool_choice, wires, openai_client or
// structured_output. Each of them has a test; these are parts that it leaves out.

/** The reason of each part that is left out, by the id of the report. */
export const NOT_TESTED: Readonly<Record<string, string>> = {
  "github-app-430":
    "An input that steers takes along what was queued before it (docs/decisions.md), so A queued in front of B is not kept until the run has ended.",
  "openai-gpt62-removed-reasoning":
    "The 2,000 random runs on a strict server are those of tests/slow/wire/prefix/binding_test.ts in a search; the cache report reads the field of the record.",
  "openclaw-128008": "Processes that are killed between two awaits are lived through by tests/chaos.",
  "rapid-mlx-859":
    "Under onViolation retry a second violation ends the run as done without an output; the outcome and two warnings say why.",
  "tidebreak-1129": "Treadle has no standing grants, which could match broken arguments.",
  "typebot-2519": "The tool takes less than a second in place of 20; heartbeats come as often in proportion.",
};
