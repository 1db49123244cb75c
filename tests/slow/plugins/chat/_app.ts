// The app in process, as the server of chats: with scripted plans, and requests of its own to compare.

import { defineAgent } from "../../../../src/agents/define_agent.ts";
import { defineTool } from "../../../../src/agents/define_tool.ts";
import { media } from "../../../../src/plugins/media/mod.ts";
import { chat } from "../../../../src/plugins/chat/mod.ts";
import { createTestApp, KEY, type TestApp, type TestAppOptions } from "../../../http/_app.ts";
import type { ChatOptions, Major, OpenedChat } from "./_clients.ts";

/** A tool of the page, and one that people approve before the page runs it. */
const page = defineAgent({
  name: "page",
  driver: "scripted",
  tools: [
    defineTool({ name: "pick", description: "The user picks." }),
    defineTool({ name: "pay", description: "The user pays.", needsApproval: true }),
  ],
});

export interface ChatApp extends TestApp {
  open(major: Major, options?: Partial<ChatOptions>): OpenedChat;
  /** A request as a client would send it. */
  chat(body: object, query?: string, agent?: string): Promise<Response>;
}

export function createChatApp(options: TestAppOptions = {}): ChatApp {
  const app = createTestApp({
    ...options,
    plugins: [chat(), media(), ...options.plugins ?? []],
    agents: [page, ...options.agents ?? []],
  });
  const send: typeof fetch = (input, init) =>
    app.fetch(new Request(new URL(String(input), "http://treadle.test"), init));
  return {
    ...app,
    open: (major, chat = {}) =>
      major.open({
        id: "c1",
        api: "/api/chat/tester",
        fetch: send,
        headers: { authorization: `Bearer ${KEY}` },
        ...chat,
      }),
    chat: (body, query = "", agent = "tester") => app.send("POST", `/api/chat/${agent}${query}`, body),
  };
}

/** A message of the user. */
export function said(text: string, id = "m1") {
  return { id, role: "user", parts: [{ type: "text", text }] };
}

/** The chunks of a response, without the frames around them. */
export async function chunksOf(response: Response): Promise<{ type: string; [key: string]: unknown }[]> {
  const text = await response.text();
  return text.split("\n\n").filter((frame) => frame.startsWith("data: {")).map((frame) =>
    JSON.parse(frame.slice("data: ".length))
  );
}

/** The types of chunks, without the one that is only shown. */
export function typesOf(chunks: readonly { type: string }[]): string[] {
  return chunks.map(({ type }) => type).filter((type) => type !== "data-step");
}
