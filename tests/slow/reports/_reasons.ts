// What no test of this folder drives of the public reports: parts that their tests leave out, and one that stands elsewhere.

/** The reason, by the id of the report. */
export const NOT_TESTED: Readonly<Record<string, string>> = {
  "github-app-430":
    "An input that steers takes along what was queued before it (docs/decisions.md), so A queued in front of B is not kept until the run has ended.",
  "openai-gpt62-removed-reasoning":
    "The 2,000 random runs on a strict server are those of tests/wire/prefix/newest_test.ts in a search; the cache report reads the field of the record.",
  "openclaw-128008": "Processes that are killed between two awaits are lived through by tests/chaos.",
  "tidebreak-1129": "Treadle has no standing grants, which could match broken arguments.",
  "typebot-2519": "The tool takes less than a second in place of 20; heartbeats come as often in proportion.",
  "workerd-6832":
    "Its test stands where two engines are booted: tests/slow/integration/disconnect_test.ts has clients leave on the oldest and the newest workerd, and engines_test.ts what each workerd does with the stream.",
};
