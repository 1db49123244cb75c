// Row E14: requests of platforms that are forged, stale, signed for another tenant's channel or sent elsewhere, and genuine ones of people who
// may not: none changes a thread, decides a call, or is answered with a word of another's.

import assert from "node:assert/strict";
import { Buffer } from "node:buffer";
import { createHmac, generateKeyPairSync, type KeyObject, sign } from "node:crypto";
import { defineAgent } from "../../../../src/agents/define_agent.ts";
import { canonicalJson } from "../../../../src/core/text/hash.ts";
import { approvals } from "../../../../src/plugins/approvals/mod.ts";
import { wakes } from "../../../../src/plugins/wakes/mod.ts";
import { channels, discord, github, slack, telegram } from "../../../../src/plugins/channels/mod.ts";
import { createScriptedProvider } from "../../../../src/providers/scripted/provider.ts";
import { scenario } from "../../../../src/providers/scripted/scenario.ts";
import { createMemoryStore } from "../../../../src/stores/embedded/memory.ts";
import { createTreadle } from "../../../../src/treadle/create_treadle.ts";
import { refund } from "../../../plugins/channels/_app.ts";
import { BOT_TOKEN as DISCORD_TOKEN, DiscordServer } from "../../../support/discord/server.ts";
import { eventually } from "../../../support/eventually.ts";
import { GitHubServer, LOGIN, TOKEN as GITHUB_TOKEN } from "../../../support/github/server.ts";
import { BOT_TOKEN as SLACK_TOKEN, SlackServer } from "../../../support/slack/server.ts";
import { BOT_TOKEN as TELEGRAM_TOKEN, TelegramServer } from "../../../support/telegram/server.ts";

/** What the victim writes, and reads. */
const MARK = "zebra7431";

/** The tenants: each has a channel of every platform, with secrets of its own. */
const TENANTS = ["acme", "beta"] as const;
type Tenant = typeof TENANTS[number];

const FORM = "application/x-www-form-urlencoded";
const JSON_TYPE = "application/json";

/** Who signs, and when; `body` where another one is signed than is sent. */
interface Signing {
  readonly tenant?: Tenant;
  readonly at?: number;
  readonly body?: string;
}

type Headers = Readonly<Record<string, string>>;

/** A platform with one conversation of a victim, in which a call waits. */
interface Victim {
  readonly name: string;
  readonly thread: string;
  /** The header of a signature or a secret; of the time, where it is signed. */
  readonly signature: string;
  readonly time?: string;
  readonly begin: string;
  /** A message of a person in the conversation. */
  readonly message: (person: string) => string;
  /** A click of a person on the button that approves a call. */
  readonly click: (call: string, person: string) => string;
  readonly decider: string;
  readonly people: readonly string[];
  readonly sign: (body: string, signing?: Signing) => Headers;
}

const SECRETS: Readonly<Record<Tenant, string>> = {
  acme: "secret-of-acme-0123456789-0123456789",
  beta: "secret-of-beta-0123456789-0123456789",
};
const KEYS = { acme: generateKeyPairSync("ed25519"), beta: generateKeyPairSync("ed25519") };

const secretOf = ({ tenant = "acme" }: Signing) => SECRETS[tenant];
const secondsOf = ({ at = Date.now() }: Signing) => String(Math.floor(at / 1_000));
const hexOf = (key: KeyObject) =>
  Buffer.from(String(key.export({ format: "jwk" }).x), "base64url").toString("hex");
const hmac = (secret: string, text: string) => createHmac("sha256", secret).update(text).digest("hex");

interface Servers {
  readonly slack: SlackServer;
  readonly github: GitHubServer;
  readonly telegram: TelegramServer;
  readonly discord: DiscordServer;
}

function victimsOf({ slack, github, telegram, discord }: Servers): readonly Victim[] {
  const { message: mention, events } = slack.write({ channel: "C0GENERAL", text: `<@U0BOT> ${MARK}` });
  const { team } = slack.workspace;
  telegram.chats.chats.set(4_711, { id: 4_711, type: "private" });
  const chat = { id: 4_711, type: "private" };
  return [
    {
      name: "slack",
      thread: `slack.${team}.C0GENERAL.${mention.ts}`,
      signature: "x-slack-signature",
      time: "x-slack-request-timestamp",
      begin: JSON.stringify(events.at(-1)),
      message: (user) => {
        const written = { channel: "C0GENERAL", text: "<@U0BOT> go on", user, threadTs: mention.ts };
        return JSON.stringify(slack.write(written).events.at(-1));
      },
      click: (value, id) => {
        const action = { action_id: "treadle_approve", value };
        const payload = {
          type: "block_actions",
          team: { id: team },
          user: { id },
          channel: { id: "C0GENERAL" },
          message: { ts: "1.1", thread_ts: mention.ts },
          actions: [action],
        };
        return new URLSearchParams({ payload: JSON.stringify(payload) }).toString();
      },
      decider: "U0BOB",
      people: ["U0BO", "U0BOB2", "u0bob", "U024BE7LH", `${team}.U0BOB`, "slack:U0BOB", ""],
      sign: (body, signing = {}) => {
        const time = secondsOf(signing);
        const digest = hmac(secretOf(signing), `v0:${time}:${signing.body ?? body}`);
        return { "x-slack-request-timestamp": time, "x-slack-signature": `v0=${digest}` };
      },
    },
    {
      name: "github",
      thread: "github.1296269.7",
      signature: "x-hub-signature-256",
      begin: JSON.stringify(github.comment(7, `@${LOGIN} ${MARK}`)),
      message: (login) => JSON.stringify(github.comment(7, `@${LOGIN} go on`, login)),
      click: (call, login) => JSON.stringify(github.comment(7, `/approve ${call}`, login)),
      decider: "hubot",
      people: ["hubo", "hubot2", "Hubot", "octocat", "hubot[bot]", "github:hubot"],
      sign: (body, signing = {}) => ({
        "x-github-event": "issue_comment",
        "x-hub-signature-256": `sha256=${hmac(secretOf(signing), signing.body ?? body)}`,
      }),
    },
    {
      name: "telegram",
      thread: "telegram.4711",
      signature: "x-telegram-bot-api-secret-token",
      begin: JSON.stringify(telegram.write({ chat: 4_711, text: MARK }).update),
      message: (user) =>
        JSON.stringify(telegram.write({ chat: 4_711, user: Number(user), text: "go on" }).update),
      click: (call, id) => {
        const from = { id: Number(id), is_bot: false, first_name: "Bob" };
        const query = { id: "c1", from, message: { message_id: 9, chat }, data: `approve:${call}` };
        return JSON.stringify({ update_id: 1, callback_query: query });
      },
      decider: "4712",
      people: ["471", "47120", "4711", "-4712", "0"],
      sign: (_body, signing = {}) => ({ "x-telegram-bot-api-secret-token": secretOf(signing) }),
    },
    {
      name: "discord",
      thread: "discord.C1.U1",
      signature: "x-signature-ed25519",
      time: "x-signature-timestamp",
      begin: discord.command({ text: MARK }).body,
      message: (user) => discord.command({ text: "go on", user }).body,
      click: (call, id) =>
        JSON.stringify({
          ...JSON.parse(discord.command({ user: id }).body),
          type: 3,
          data: { component_type: 2, custom_id: `approve:${call}:U1` },
          message: { id: "5" },
        }),
      decider: "U9",
      people: ["U", "U99", "u9", "U1", "discord:U9"],
      sign: (body, signing = {}) => {
        const time = secondsOf(signing);
        const { privateKey } = KEYS[signing.tenant ?? "acme"];
        const signature = sign(null, Buffer.from(time + (signing.body ?? body)), privateKey).toString("hex");
        return { "x-signature-timestamp": time, "x-signature-ed25519": signature };
      },
    },
  ];
}

function createDeployment(servers: Servers, victims: readonly Victim[]) {
  const deciders = (
    name: string,
  ) => [victims.find((each) => each.name === name)?.decider ?? assert.fail(name)];
  const secrets = (tenant: Tenant) => [`${tenant.toUpperCase()}_SECRET`];
  // A bot of beta has another token, which the servers refuse.
  const token = (tenant: Tenant, variable: string) => tenant === "acme" ? variable : `BETA_${variable}`;
  const list = TENANTS.flatMap((tenant) => {
    const name = (platform: string) => tenant === "acme" ? platform : `${platform}-beta`;
    const terms = (platform: string) => ({
      agent: "support",
      tenant,
      name: name(platform),
      deciders: deciders(platform),
      token: token(tenant, `${platform.toUpperCase()}_TOKEN`),
      streams: false,
    });
    return [
      slack({ ...terms("slack"), secrets: secrets(tenant) }),
      github({ ...terms("github"), login: LOGIN, secrets: secrets(tenant) }),
      telegram({ ...terms("telegram"), username: servers.telegram.chats.username, secrets: secrets(tenant) }),
      discord({ ...terms("discord"), publicKey: `${tenant.toUpperCase()}_KEY` }),
    ];
  });
  const store = createMemoryStore();
  const treadle = createTreadle({
    agents: [defineAgent({ name: "support", model: "scripted/any", tools: [refund] })],
    store,
    env: {
      TREADLE_API_KEYS: "acme:key-of-acme-0123456789,beta:key-of-beta-0123456789",
      ACME_SECRET: SECRETS.acme,
      BETA_SECRET: SECRETS.beta,
      ACME_KEY: hexOf(KEYS.acme.publicKey),
      BETA_KEY: hexOf(KEYS.beta.publicKey),
      SLACK_TOKEN,
      GITHUB_TOKEN,
      TELEGRAM_TOKEN,
      DISCORD_TOKEN,
      BETA_SLACK_TOKEN: "xoxb-another",
      BETA_GITHUB_TOKEN: "github_pat_another",
      BETA_TELEGRAM_TOKEN: "7000002:token-of-another-bot-0123456789",
      BETA_DISCORD_TOKEN: "another",
      SLACK_API_URL: servers.slack.apiUrl,
      GITHUB_API_URL: servers.github.apiUrl,
      TELEGRAM_API_URL: servers.telegram.apiUrl,
      DISCORD_API_URL: servers.discord.apiUrl,
    },
    providers: [
      createScriptedProvider({ script: scenario().calls("refund", { order: MARK }).next().says(MARK) }),
    ],
    plugins: [approvals(), wakes(), channels(list)],
    log: () => {},
  });
  let deferred = 0;
  const context = {
    props: {},
    waitUntil(promise: Promise<unknown>) {
      deferred++;
      promise.finally(() => deferred--).catch(() => {});
    },
    passThroughOnException: () => {},
  };
  const send = async (path: string, method: string, headers: Headers, body: string) => {
    const init = { method, headers, ...(method === "GET" || method === "HEAD" ? {} : { body }) };
    const url = `https://agents.example${path}`;
    const response = await treadle.fetch(new Request(url, init), undefined, context);
    return { status: response.status, text: await response.text() };
  };
  const idle = () => eventually(() => deferred === 0);
  return { treadle, store, send, idle };
}

interface Forged {
  readonly what: string;
  readonly path?: string;
  readonly method?: string;
  readonly headers: Headers;
  readonly body: string;
}

const HALF_AN_HOUR = 1_800_000;

/** Requests that the platform has not made: each is refused. */
function forgeries({ name, signature, time, sign }: Victim, body: string): readonly Forged[] {
  const now = Date.now();
  const good = sign(body);
  const { [signature]: value = "", ...rest } = good;
  const made: Forged[] = [
    { what: "no signature", headers: rest, body },
    { what: "no header", headers: {}, body },
    { what: "the secret of another tenant", headers: sign(body, { tenant: "beta" }), body },
    { what: "the path of another tenant", path: `/channels/${name}-beta`, headers: good, body },
    {
      what: "a signature in the query",
      path: `/channels/${name}?${signature}=${value}`,
      headers: rest,
      body,
    },
    { what: "a signature in a cookie", headers: { ...rest, cookie: `${signature}=${value}` }, body },
    {
      what: "a key in its place",
      headers: { ...rest, authorization: "Bearer key-of-beta-0123456789" },
      body,
    },
  ];
  const values = ["", "0", "true", "*", "[object Object]", value.slice(0, -2), `${value}00`, `"${value}"`];
  for (const other of [...values, `sha1=${value.slice(-40)}`, `${value},${value}`, "0".repeat(128)]) {
    made.push({ what: `the signature ${other}`, headers: { ...rest, [signature]: other }, body });
  }
  if (name !== "telegram") {
    const others = [`${body} `, `\ufeff${body}`, body.replace("e", "f"), "", `[${body}]`, body.slice(1)];
    for (const other of others) {
      made.push({ what: `a body ${other.slice(0, 20)}`, headers: good, body: other });
    }
    made.push({ what: "a signature of another body", headers: sign(body, { body: "{}" }), body });
  }
  if (time !== undefined) {
    for (const at of [now - HALF_AN_HOUR, now + HALF_AN_HOUR, 0, now - 86_400_000, now * 1_000]) {
      made.push({ what: `signed at ${at}`, headers: sign(body, { at }), body });
    }
    const shifted = String(Number(good[time]) - 1);
    for (const other of ["", "0", "now", "1e9", `${good[time]}.5`, `-${good[time]}`, shifted]) {
      made.push({ what: `the time ${other}`, headers: { ...good, [time]: other }, body });
    }
  }
  return made;
}

/** Genuine requests that are sent to another place: none of these is a route of the channel. */
function elsewhere({ name, sign }: Victim, body: string): readonly Forged[] {
  const headers = sign(body);
  const paths = [
    "/",
    `/${name}/`,
    `/${name.toUpperCase()}`,
    `/${name}%2F`,
    `/${name}%00`,
    `//${name}`,
    `/${name};x`,
  ]
    .map((path) => `/channels${path}`);
  const others = [
    `/Channels/${name}`,
    `/v1/channels/${name}`,
    `/channels/__proto__`,
    "/channels/constructor",
  ];
  return [
    ...[...paths, ...others, `/channels/${name}/../../v1/threads`].map((path) => ({
      what: path,
      path,
      headers,
      body,
    })),
    ...["GET", "HEAD", "PUT", "PATCH", "DELETE"].map((method) => ({ what: method, method, headers, body })),
  ];
}

/** Tries all of it. The number of tries. */
export async function tryChannels(): Promise<number> {
  await using slackServer = new SlackServer();
  await using githubServer = new GitHubServer();
  await using telegramServer = new TelegramServer();
  await using discordServer = new DiscordServer();
  const servers = {
    slack: slackServer,
    github: githubServer,
    telegram: telegramServer,
    discord: discordServer,
  };
  const victims = victimsOf(servers);
  const { treadle, store, send, idle } = createDeployment(servers, victims);
  const typeOf = (body: string) => ({ "content-type": body.startsWith("payload=") ? FORM : JSON_TYPE });
  const acme = treadle.as({ tenant: "acme" });
  const calls = new Map<string, string>();
  for (const { name, thread, begin, sign } of victims) {
    const { status } = await send(`/channels/${name}`, "POST", { ...typeOf(begin), ...sign(begin) }, begin);
    assert.equal(status, 200, name);
    await idle();
    const { calls: [call] } = await acme.thread(thread);
    assert.equal(call?.state, "approval", name);
    calls.set(name, call.id);
  }
  const stand = async () => {
    const { threads } = await acme.threads();
    const read = threads.map(async ({ id }) => [await acme.thread(id), await acme.history(id)]);
    const definitions = ["conversation", "channel_answers"].map(async (kind) =>
      await Promise.all(
        (await store.listDefinitions("acme", kind)).map(async (name) => {
          // Whoever looks at a conversation holds it for a moment.
          const { held: _held, ...kept } = JSON.parse(await store.readDefinition("acme", kind, name) ?? "{}");
          return canonicalJson(kept);
        }),
      )
    );
    return (await Promise.all([...read, ...definitions])).map((each) => JSON.stringify(each));
  };
  const before = await stand();
  let tries = 0;
  const attempt = async (
    { name }: Victim,
    { what, path = `/channels/${name}`, method = "POST", headers, body }: Forged,
    isExpected: (status: number) => boolean,
  ) => {
    tries++;
    const answer = await send(path, method, { ...typeOf(body), ...headers }, body);
    await idle();
    assert.ok(isExpected(answer.status), `${name}: ${what}: ${answer.status} ${answer.text}`);
    assert.ok(body.includes(MARK) || !answer.text.includes(MARK), `${name}: ${what}`);
    const changed = (await stand()).filter((each) => !before.includes(each));
    assert.deepEqual(changed, [], `${name}: ${what}`);
  };
  for (const victim of victims) {
    const { begin, message, click, decider, people, sign } = victim;
    const call = calls.get(victim.name) ?? assert.fail();
    const [stranger = ""] = people;
    for (const body of [message(stranger), click(call, decider)]) {
      for (const forged of forgeries(victim, body)) {
        await attempt(victim, forged, (status) => status === 401);
      }
      for (const forged of elsewhere(victim, body)) {
        await attempt(victim, forged, (status) => [400, 401, 404, 405].includes(status));
      }
      // Beta's own channel, with what acme's conversation is known by.
      const path = `/channels/${victim.name}-beta`;
      const headers = sign(body, { tenant: "beta" });
      await attempt(victim, { what: "at beta", path, headers, body }, (status) => status === 200);
    }
    const genuine = [
      ...people.map((person) => click(call, person)),
      ...[`${call}x`, call.slice(0, -1), "", "call_00000000000000000000"].map((other) =>
        click(other, decider)
      ),
      // One that came before comes again.
      begin,
    ];
    for (const body of genuine) {
      await attempt(victim, { what: body, headers: sign(body), body }, (status) => status === 200);
    }
  }
  // The last one decides: what was refused was not refused because nothing is taken.
  for (const { name, thread, click, decider, sign } of victims) {
    const body = click(calls.get(name) ?? "", decider);
    await send(`/channels/${name}`, "POST", { ...typeOf(body), ...sign(body) }, body);
    await idle();
    assert.equal((await acme.thread(thread)).calls.length, 0, name);
  }
  await treadle.close();
  return tries;
}
