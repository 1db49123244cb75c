// What is refused when a deployment with webhooks is made.

import assert from "node:assert/strict";
import { defineAgent } from "../../../src/agents/define_agent.ts";
import { AgentError } from "../../../src/core/error.ts";
import type { WebhookTemplate } from "../../../src/core/webhook/template.ts";
import { webhooks } from "../../../src/plugins/webhooks/mod.ts";
import type { WebhooksOptions } from "../../../src/plugins/webhooks/options.ts";
import { createTreadle } from "../../../src/treadle.ts";
import { testModel } from "../../support/model.ts";
import { ENV, takerOf } from "./_app.ts";

const providers = [testModel(() => ({})).provider];
const AGENT = takerOf([{ trigger: "github", input: "{}" }]);
const GITHUB = { GITHUB_WEBHOOK_SECRET: "It's a Secret to Everybody" };

function refusalOf(make: () => unknown): AgentError {
  try {
    make();
  } catch (thrown) {
    if (thrown instanceof AgentError) return thrown;
    throw thrown;
  }
  return assert.fail("nothing was refused");
}

function start(env: Record<string, string>, options?: WebhooksOptions, agents = [AGENT]) {
  return createTreadle({
    agents,
    env,
    store: "memory",
    providers,
    doors: [webhooks(options)],
    log: () => {},
  });
}

Deno.test("E8: agents with webhooks and a deployment without the door are refused with the line to add", () => {
  const { code, message } = refusalOf(() =>
    createTreadle({ agents: [AGENT], env: {}, store: "memory", providers })
  );
  assert.equal(code, "config_invalid");
  assert.match(
    message,
    /import \{ webhooks \} from "@treadle\/treadle\/webhooks", and add webhooks\(\) to plugins\./,
  );
});

const only = (trigger: object | null): WebhooksOptions =>
  JSON.parse(JSON.stringify({ triggers: { github: trigger } }));

const WRONG: readonly [string, Record<string, string>, WebhooksOptions | undefined, RegExp][] = [
  [
    "a short secret",
    { GITHUB_WEBHOOK_SECRET: "hunter2" },
    undefined,
    /GITHUB_WEBHOOK_SECRET must have at least 16/,
  ],
  [
    "no base64",
    { ...GITHUB, STANDARD_WEBHOOKS_SECRET: "whsec_ no base64 at all" },
    undefined,
    /must be whsec_ and base64/,
  ],
  ["a missing secret", {}, only({ scheme: "github", secrets: ["MINE"] }), /"github": MINE is not set/],
  ["an empty secret", { MINE: "" }, only({ scheme: "github", secrets: ["MINE"] }), /MINE is not set/],
  ["no secrets", {}, only({ scheme: "github", secrets: [] }), /secrets must be a list of 1 to 5 names/],
  ["secrets of another type", {}, only({ scheme: "github", secrets: "MINE" }), /secrets must be a list/],
  [
    "no such scheme",
    GITHUB,
    only({ scheme: "gitlab", secrets: ["GITHUB_WEBHOOK_SECRET"] }),
    /scheme must be github, qstash/,
  ],
  [
    "a prototype's name",
    GITHUB,
    only({ scheme: "toString", secrets: ["GITHUB_WEBHOOK_SECRET"] }),
    /scheme must be/,
  ],
  [
    "a wrong header",
    GITHUB,
    only({ scheme: "hmac", secrets: ["GITHUB_WEBHOOK_SECRET"], header: "a b" }),
    /header must be/,
  ],
  [
    "an endless window",
    GITHUB,
    only({ scheme: "github", secrets: ["GITHUB_WEBHOOK_SECRET"], windowMs: 1e12 }),
    /windowMs/,
  ],
  [
    "a wrong tenant",
    GITHUB,
    only({ scheme: "github", secrets: ["GITHUB_WEBHOOK_SECRET"], tenant: "a/b" }),
    /tenant must be/,
  ],
  [
    "several tenants",
    { ...GITHUB, TREADLE_API_KEYS: "a:0123456789abcdef,b:0123456789abcdeg" },
    undefined,
    /several tenants/,
  ],
  [
    "a wrong public URL",
    { ...GITHUB, TREADLE_PUBLIC_URL: "agents.example.com" },
    undefined,
    /TREADLE_PUBLIC_URL must be/,
  ],
  ["a trigger that is null", GITHUB, only(null), /must be \{scheme, secrets\}/],
  [
    "a timestamp that is null",
    GITHUB,
    only({ scheme: "hmac", secrets: ["GITHUB_WEBHOOK_SECRET"], header: "x", timestamp: null }),
    /timestamp.header must be/,
  ],
  ["too large a body", GITHUB, { maxBodyBytes: 1e9 }, /maxBodyBytes/],
];

Deno.test("E8: a template of a sender whose secret is not set is refused with the name of the variable", () => {
  const slack = {
    ...takerOf([{ trigger: "slack", input: "{}" }, { trigger: "other", input: "{}" }]),
    name: "slack",
  };
  const unset: readonly Record<string, string>[] = [{}, { GITHUB_WEBHOOK_SECRET: "" }];
  for (const env of unset) {
    const { code, message } = refusalOf(() => start(env, undefined, [AGENT, slack]));
    assert.equal(code, "config_invalid");
    assert.match(message, /"github": a template names it, and GITHUB_WEBHOOK_SECRET is not set; /);
    assert.match(message, /"slack": a template names it, and SLACK_SIGNING_SECRET is not set\.$/);
  }
  const named = { triggers: { slack: { scheme: "slack", secrets: ["MINE"] } } } as const;
  assert.match(refusalOf(() => start({}, named, [AGENT])).message, /"slack": MINE is not set\.$/);
});

for (const [what, env, options, expected] of WRONG) {
  Deno.test(`E8: a deployment with ${what} does not start, and no value is in its error`, () => {
    const { code, message } = refusalOf(() => start(env, options));
    assert.equal(code, "config_invalid");
    assert.match(message, expected);
    assert.doesNotMatch(message, /hunter2|no base64 at all|Everybody/);
  });
}

Deno.test("E8: everything that is wrong with triggers is refused at once", () => {
  const { message } = refusalOf(() =>
    start({ SHORT: "x" }, {
      triggers: {
        one: { scheme: "github", secrets: ["SHORT"] },
        two: { scheme: "slack", secrets: ["MISSING", "SHORT"] },
        "a/b": { scheme: "stripe", secrets: ["MISSING"] },
      },
    })
  );
  assert.match(message, /"one": SHORT must/);
  assert.match(message, /"two": MISSING is not set/);
  assert.match(message, /"two": SHORT must/);
  assert.match(message, /"a\/b": its name must be/);
});

Deno.test("E8: the tenant of a trigger is its own, or the only one there is", async () => {
  const several = { ...GITHUB, TREADLE_API_KEYS: "a:0123456789abcdef,b:0123456789abcdeg" };
  const named = only({ scheme: "github", secrets: ["GITHUB_WEBHOOK_SECRET"], tenant: "b" });
  for (const env of [ENV, GITHUB, { ...GITHUB, TREADLE_OPEN: "1" }, several]) {
    await start(env, env === several ? named : undefined).close();
  }
  const authenticate = () => ({ tenant: "a" });
  const made = () =>
    createTreadle({
      providers,
      agents: [AGENT],
      env: GITHUB,
      store: "memory",
      authenticate,
      doors: [webhooks()],
      log: () => {},
    });
  assert.match(refusalOf(made).message, /several tenants; name its tenant/);
});

const template = (parts: object): readonly WebhookTemplate[] =>
  JSON.parse(JSON.stringify([{ trigger: "github", input: "{/a}", ...parts }]));

const WRONG_TEMPLATES: readonly [object, string, RegExp][] = [
  [{ trigger: "gitlab" }, "/webhooks/0/trigger", /there is no trigger "gitlab"; write github/],
  [{ input: "{/a" }, "/webhooks/0/input", /has a \{ alone; write \{\{/],
  [{ input: "a\u0000" }, "/webhooks/0/input", /has NUL/],
  [{ metadata: { k: "\ud800" } }, "/webhooks/0/metadata/k", /a lone surrogate/],
  [{ input: "a}" }, "/webhooks/0/input", /has a \} alone/],
  [{ input: "{a}" }, "/webhooks/0/input", /\{a\}, which is no place/],
  [{ input: "{/a~2}" }, "/webhooks/0/input", /no place/],
  [{ input: "{#header:x}" }, "/webhooks/0/input", /no place/],
  [{ input: "{${process.env}}" }, "/webhooks/0/input", /has a \{ alone/],
  [{ input: "" }, "/webhooks/0/input", /./],
  [{ input: "{/a}".repeat(65) }, "/webhooks/0/input", /has 65 places; write at most 64/],
  [{ thread: "{}{" }, "/webhooks/0/thread", /alone/],
  [{ metadata: { k: "{b}" } }, "/webhooks/0/metadata/k", /no place/],
  [{ where: { a: 1 } }, "/webhooks/0/where/a", /"a" is no JSON pointer/],
  [{ unless: { "/a~": 1 } }, "/webhooks/0/unless/~1a~0", /no JSON pointer/],
  [{ where: { "/a": { matches: ".*" } } }, "/webhooks/0/where/~1a", /\{exists: true\}/],
  [{ event: "a*b" }, "/webhooks/0/event", /before its end/],
  [{ event: [] }, "/webhooks/0/event", /./],
  [{ toolChoice: "wave" }, "/webhooks/0/toolChoice", /there is no tool named "wave"/],
  [{ toolChoice: "execute" }, "/webhooks/0/toolChoice", /no tool choice of a run/],
  [{ toolChoice: { type: "tool", name: "{/tool}" } }, "/webhooks/0/toolChoice", /no tool named/],
  [{ tool: "close" }, "/webhooks/0/tool", /unknown key/],
];

for (const [parts, pointer, detail] of WRONG_TEMPLATES) {
  Deno.test(`E8: the template ${JSON.stringify(parts)} is refused at start at ${pointer}`, () => {
    const { code, problems } = refusalOf(() => start(GITHUB, undefined, [takerOf(template(parts))]));
    assert.equal(code, "agent_invalid");
    const [problem] = problems.filter((each) => each.pointer === pointer);
    assert.match(problem?.detail ?? JSON.stringify(problems), detail);
  });
}

Deno.test("E8: templates that are no list of objects are refused by defineAgent", () => {
  for (const value of ["github", {}, [1], [null]]) {
    const { code } = refusalOf(() => defineAgent(JSON.parse(JSON.stringify({ name: "a", webhooks: value }))));
    assert.equal(code, "agent_invalid", JSON.stringify(value));
  }
});

Deno.test("E8: a customary trigger that no template names keeps no deployment of several tenants from its start", async () => {
  const env = {
    TREADLE_API_KEYS: "a:0123456789abcdef,b:0123456789abcdeg",
    QSTASH_CURRENT_SIGNING_KEY: "sig_0123456789abcdef",
    ...GITHUB,
  };
  const treadle = start(env, undefined, [takerOf([])]);
  const post = new Request("https://x.example/webhooks/qstash/taker", { method: "POST", body: "{}" });
  assert.equal((await treadle.fetch(post)).status, 401);
  await treadle.close();
});
