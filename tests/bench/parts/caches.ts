// What is read from prompt caches in 50 steps, by the simulated caches of tests/wire/caches: nothing here depends on the machine.

import { tableOfCaches } from "../caches/table.ts";
import type { Part } from "../lab/part.ts";

export const caches: Part = {
  title: "Prompt caches",
  note:
    "50 steps of an agent with 30 tools and instructions of some 2,900 tokens, over HTTP to strict simulated servers. " +
    "Each request is put to a simulated cache that reads and writes as the vendor documents it; a token is 4 characters " +
    "for everybody. Held is what an earlier request of the thread had too, wherever it stood; the bill is in tokens of " +
    "input, with reads and writes at their prices. `mixed` has a policy, a plan that changes five times, a forced choice " +
    'every ten steps, and 11 parallel calls in five steps. Treadle answers `until: "step"` from two isolates in turn. ' +
    "AI SDK 7 does the same with `prepareStep`: `toolChoice`, `activeTools`, the plan in the instructions, and " +
    "`cacheControl` on the instructions and the last message, as its documentation has it. The last column names what " +
    "was held and not read: a rule of the vendor, a cut of Treadle's log, or the part of a request that was changed. " +
    "OpenAI does not say whether the breakpoints that it set by itself in earlier requests are looked up; under `marks " +
    "alone` they are not. Claude Opus 5.5 takes no forced choice, so Treadle announces it there; Opus 4.8 takes it, and " +
    "another `tool_choice` is another cache of the messages. Where it is announced to Opus 4.8 too (`capabilities` of " +
    "the agent: `tool: false, required: false`), all that was held is read.",
  measure: tableOfCaches,
};
