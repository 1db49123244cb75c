// A workspace of Slack in memory, for tests and for a try without an account: it takes what the bot posts, and sends what people do.

import { createHmac } from "node:crypto";

const TEAM = "T1";
const CHANNEL = "C1";
const BOT = "UBOT";

/** A message of the bot, as it stands now. */
export interface Post {
  readonly text: string;
  /** The call that its buttons decide about. */
  readonly callId: string | undefined;
}

export class FakeSlack {
  readonly posts = new Map<string, Post>();
  readonly tickets: unknown[] = [];
  readonly #secret: string;
  #time = Date.now();
  #thread = "";

  constructor(secret: string) {
    this.#secret = secret;
  }

  /** The API of Slack, and the address of tickets. */
  readonly fetch: typeof fetch = async (input, init) => {
    const request = new Request(input, init);
    const { host, pathname } = new URL(request.url);
    if (host !== "slack.com") {
      this.tickets.push(await request.json());
      return new Response();
    }
    const args = new URLSearchParams(await request.text());
    const method = pathname.replace("/api/", "");
    if (method === "conversations.replies") return Response.json({ ok: true, messages: [] });
    const ts = args.get("ts") ?? this.#nextTime();
    if (method === "chat.delete") this.posts.delete(ts);
    else if (method !== "chat.postEphemeral") this.posts.set(ts, toPost(args));
    return Response.json({ ok: true, ts });
  };

  /** A person mentions the bot, in a thread of its own the first time. */
  mention(person: string, text: string): Request {
    const ts = this.#nextTime();
    const thread_ts = this.#thread === "" ? undefined : this.#thread;
    this.#thread ||= ts;
    const event = {
      type: "app_mention",
      channel: CHANNEL,
      user: person,
      text: `<@${BOT}> ${text}`,
      ts,
      thread_ts,
    };
    const authorizations = [{ user_id: BOT, is_bot: true }];
    const body = JSON.stringify({
      type: "event_callback",
      event_id: ts,
      team_id: TEAM,
      authorizations,
      event,
    });
    return this.#sign(body, "application/json");
  }

  /** A person clicks one of the two buttons about a call. */
  click(person: string, callId: string, approved: boolean): Request {
    const payload = JSON.stringify({
      type: "block_actions",
      user: { id: person },
      team: { id: TEAM },
      channel: { id: CHANNEL },
      message: { ts: this.#nextTime(), thread_ts: this.#thread },
      actions: [{ action_id: approved ? "treadle_approve" : "treadle_deny", value: callId }],
    });
    return this.#sign(String(new URLSearchParams({ payload })), "application/x-www-form-urlencoded");
  }

  /** @see https://docs.slack.dev/authentication/verifying-requests-from-slack */
  #sign(body: string, type: string): Request {
    const time = String(Math.floor(Date.now() / 1000));
    const signature = createHmac("sha256", this.#secret).update(`v0:${time}:${body}`).digest("hex");
    const headers = {
      "content-type": type,
      "x-slack-request-timestamp": time,
      "x-slack-signature": `v0=${signature}`,
    };
    return new Request("https://bot.test/channels/slack", { method: "POST", headers, body });
  }

  #nextTime(): string {
    return (++this.#time / 1000).toFixed(3).padEnd(17, "0");
  }
}

function toPost(args: URLSearchParams): Post {
  const blocks: { text?: string; elements?: { value: string }[] }[] = JSON.parse(args.get("blocks") ?? "[]");
  return {
    text: blocks.map(({ text }) => text ?? "").join(""),
    callId: blocks.flatMap(({ elements = [] }) => elements)[0]?.value,
  };
}
