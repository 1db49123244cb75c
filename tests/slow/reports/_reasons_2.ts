// Public bug reports that have no test here, each with the reason.

/** By the id of the report. */
export const NOT_TESTED: Readonly<Record<string, string>> = {
  "workerd-6832":
    "Its test stands where two engines are booted: tests/slow/integration/disconnect_test.ts has clients leave on the oldest and the newest workerd, and engines_test.ts what each workerd does with the stream.",
};
