// Row E9: what is refused when a deployment with schedules is made, and how a file has them.

import assert from "node:assert/strict";
import { agent } from "../../../src/agents/builder.ts";
import { defineAgent } from "../../../src/agents/define_agent.ts";
import { parseAgentYaml } from "../../../src/agents/yaml/spec.ts";
import type { Agent } from "../../../src/core/agent.ts";
import { AgentError } from "../../../src/core/error.ts";
import type { Schedule } from "../../../src/core/schedule/schedule.ts";
import { schedules } from "../../../src/plugins/schedules/mod.ts";
import { createTreadle } from "../../../src/treadle.ts";
import { testModel } from "../../support/model.ts";
import { ENV, HOURLY, scheduled } from "./_app.ts";

const providers = [testModel(() => ({})).provider];

function refusalOf(
  agents: readonly Agent[],
  env: Record<string, string> = ENV,
  doors = [schedules()],
): AgentError {
  try {
    createTreadle({ agents, env, store: "memory", providers, doors, log: () => {} });
  } catch (thrown) {
    if (thrown instanceof AgentError) return thrown;
    throw thrown;
  }
  return assert.fail("nothing was refused");
}

Deno.test("E9: agents with schedules and a deployment without the door are refused with the line to add", () => {
  const { code, message } = refusalOf([scheduled(HOURLY)], ENV, []);
  assert.equal(code, "config_invalid");
  assert.match(
    message,
    /import \{ schedules \} from "@treadle\/treadle\/schedules", and add schedules\(\) to plugins\./,
  );
});

const wrong = (parts: Readonly<Record<string, unknown>>): Schedule => {
  return JSON.parse(JSON.stringify({ ...HOURLY, ...parts }));
};

const WRONG: readonly [Schedule, RegExp][] = [
  [wrong({ cron: "61 * * * *" }), /"hourly" of agent "digest" has a wrong cron: .*minute/],
  [wrong({ cron: "0 0 30 2 *" }), /"hourly" of agent "digest" has a wrong cron: .*is never/],
  [wrong({ cron: "@daily" }), /"digest".*\/schedules\/0\/cron "@daily" has not five or six fields/],
  [wrong({ cron: "0 3 * * * * *" }), /has not five or six fields/],
  [wrong({ timezone: "Mars/Olympus" }), /"hourly" of agent "digest" has a wrong timezone: "Mars\/Olympus"/],
  [wrong({ cron: undefined }), /\/schedules\/0 has no time/],
  [wrong({ at: "2026-12-01T09:00:00Z" }), /has both cron and at/],
  [wrong({ cron: undefined, at: "2026-12-01T09:00:00" }), /no time with an offset/],
  [wrong({ cron: undefined, at: "2026-02-30T09:00:00Z" }), /no time with an offset/],
  [wrong({ cron: undefined, at: "2026-12-01T09:00:00Z", timezone: "UTC" }), /\/timezone goes with cron/],
  [wrong({ input: "" }), /\/schedules\/0\/input/],
  [wrong({ thread: "same" }), /\/schedules\/0\/thread/],
  [wrong({ missed: "always" }), /\/schedules\/0\/missed/],
  [wrong({ name: "no name" }), /\/schedules\/0\/name/],
  [wrong({ tenant: "no tenant" }), /\/schedules\/0\/tenant/],
  [wrong({ toolChoice: "nothing_like_it" }), /\/toolChoice there is no tool named "nothing_like_it"/],
  [wrong({ crom: "0 3 * * *" }), /\/schedules\/0\/crom/],
];

for (const [schedule, message] of WRONG) {
  Deno.test(`E9: a deployment is refused for ${message.source}`, () => {
    const refusal = refusalOf([scheduled(schedule)]);
    assert.equal(refusal.code, "agent_invalid");
    assert.match(refusal.message, message);
  });
}

Deno.test("E9: two schedules of one name, none, and what is no list are refused", () => {
  assert.match(refusalOf([scheduled(HOURLY, HOURLY)]).message, /\/schedules\/1\/name "hourly" is taken/);
  assert.equal(refusalOf([scheduled()]).code, "agent_invalid");
  const none: readonly Schedule[] = JSON.parse('"0 3 * * *"');
  assert.throws(() => defineAgent({ name: "a", schedules: none }), /\/schedules/);
});

Deno.test("E9: it must be clear whose threads a schedule makes", () => {
  const env = { TREADLE_API_KEYS: "acme:acme-secret-0123456789,other:other-secret-0123456789" };
  const { code, message } = refusalOf([scheduled(HOURLY)], env);
  assert.equal(code, "config_invalid");
  assert.match(message, /Schedule "hourly" of agent "digest" does not say whose threads it makes/);
  const named = scheduled({ ...HOURLY, tenant: "acme" });
  createTreadle({ agents: [named], env, store: "memory", providers, doors: [schedules()] });
  createTreadle({ agents: [scheduled(HOURLY)], env: {}, store: "memory", providers, doors: [schedules()] });
});

Deno.test("E9: schedules are no part of what an agent's hash is made from", () => {
  const bare = agent("digest").model("first/any");
  assert.equal(bare.schedules(HOURLY).build().hash, bare.build().hash);
  assert.deepEqual(bare.schedules(HOURLY).schedules({ ...HOURLY, name: "b" }).build().schedules?.length, 2);
});

const YAML = `
metadata: {name: digest}
spec:
  planner: {type: tool_calling, config: {tool_descriptions: [{name: look, client: true, description: Looks., args: [a]}]}}
  schedules:
    - {name: nightly, cron: "0 3 * * *", timezone: Europe/Berlin, input: Write., thread: kept, tool_choice: look}
    - {name: launch, at: "2026-12-01T09:00:00Z", input: Launch., missed: never, metadata: {source: clock}, tenant: acme}
`;

Deno.test("E9: a file has schedules as an agent in TypeScript has them", () => {
  const read = parseAgentYaml(YAML, { file: "digest.yaml" });
  assert(read.type === "source", JSON.stringify(read));
  assert.deepEqual(read.source.schedules, [
    {
      name: "nightly",
      cron: "0 3 * * *",
      timezone: "Europe/Berlin",
      input: "Write.",
      thread: "kept",
      toolChoice: "look",
    },
    {
      name: "launch",
      at: "2026-12-01T09:00:00Z",
      input: "Launch.",
      missed: "never",
      metadata: { source: "clock" },
      tenant: "acme",
    },
  ]);
});

Deno.test("E9: a file with a wrong schedule names its place", () => {
  const wrongs: readonly [string, string, RegExp][] = [
    ["tool_choice: look", "tool_choice: luck", /^digest\.yaml:6:\d+ spec\.schedules\[?\.?0\]?\.tool_choice/],
    ['cron: "0 3 * * *"', 'cron: "daily"', /^digest\.yaml:6:\d+ spec\.schedules\[?\.?0\]?\.cron/],
    ["thread: kept", "thread: same", /^digest\.yaml:6:\d+ spec\.schedules\[?\.?0\]?\.thread/],
  ];
  for (const [text, becomes, place] of wrongs) {
    const read = parseAgentYaml(YAML.replace(text, becomes), { file: "digest.yaml" });
    assert(read.type === "problems" && read.problems[0], text);
    const { file, line, column, path } = read.problems[0];
    assert.match(`${file}:${line}:${column} ${path}`, place);
  }
});
