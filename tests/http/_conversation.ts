// A conversation with the id c1, in the doors of useChat and AG-UI.

import { agUi } from "../../src/plugins/ag_ui/mod.ts";
import { chat } from "../../src/plugins/chat/mod.ts";
import { createTestApp, type TestAppOptions } from "./_app.ts";

const message = said("m1", "hello");

/** A message of useChat. */
export function said(id: string, text: string) {
  return { id, role: "user", parts: [{ type: "text", text }] };
}

export function conversation(options: TestAppOptions = {}) {
  const app = createTestApp({
    plugins: [chat(), agUi()],
    scenario: Array.from({ length: 9 }, () => ({ says: "Hi." })),
    ...options,
  });
  const post = async (body: object) => {
    const response = await app.send("POST", "/api/chat/tester", { id: "c1", messages: [message], ...body });
    await response.text();
    await app.idle();
    return response.status;
  };
  const load = async (id: string, query = "") =>
    await (await app.send("GET", `/api/chat/tester/${id}/messages${query}`)).json();
  return {
    ...app,
    post,
    load,
    begin: () => post({ trigger: "submit-message" }),
    again: () => post({ trigger: "regenerate-message" }),
    /** What useChat sends for a message, behind what it has loaded with this id. */
    async say(id: string, text: string, page?: { readonly messages: readonly object[] }) {
      const { messages } = page ?? await load(id);
      return await post({ id, messages: [...messages, said(text, text)], trigger: "submit-message" });
    },
    async agUi(threadId: string, runId: string, messages: readonly object[], more: object = {}) {
      const body = {
        threadId,
        runId,
        state: {},
        tools: [],
        context: [],
        forwardedProps: {},
        messages,
        ...more,
      };
      const response = await app.send("POST", "/agui/tester", body);
      const text = await response.text();
      await app.idle();
      return { status: response.status, text };
    },
    async statuses(...threads: readonly string[]) {
      return await Promise.all(threads.map(async (thread) => {
        const response = await app.send("GET", `/v1/threads/${thread}`);
        await response.body?.cancel();
        return response.status;
      }));
    },
    /** The inputs of a thread. */
    async texts(thread: string): Promise<string[]> {
      const { entries } = await (await app.send("GET", `/v1/threads/${thread}/history`)).json();
      return entries.flatMap(({ type, text }: Record<string, string>) => type === "user" ? [text] : []);
    },
  };
}
