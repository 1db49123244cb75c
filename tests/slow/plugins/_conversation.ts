// What the tests of a conversation read of its threads, whatever door it has come by.

import { eventually } from "../../support/eventually.ts";

/** An app, or a network before it. */
export interface Sender {
  send(method: string, path: string, body?: unknown): Promise<Response>;
}

/** The texts of the inputs that a history has, in order; none of a thread that there is not. */
export async function inputsOf(app: Sender, thread = "c1"): Promise<string[]> {
  const { entries = [] } = await (await app.send("GET", `/v1/threads/${thread}/history`)).json();
  return entries.flatMap(({ type, text }: Record<string, string>) => type === "user" ? [text] : []);
}

/** Resolves when the thread of the conversation is there. */
export async function threadBegins(app: Sender): Promise<void> {
  await eventually(async () => {
    const response = await app.send("GET", "/v1/threads/c1");
    await response.body?.cancel();
    return response.status === 200;
  });
}

/** Resolves when the thread of the conversation is as it says. */
export async function threadIs(
  app: Sender,
  isIt: (thread: Record<string, unknown>) => boolean,
): Promise<void> {
  await eventually(async () => isIt(await (await app.send("GET", "/v1/threads/c1")).json()));
}

/** Resolves when so many inputs wait in the conversation. */
export async function waitingIs(app: Sender, count: number): Promise<void> {
  await threadIs(app, ({ waiting }) => waiting === count);
}

/** The thread has answered "halt", and "more" has come meanwhile: it waits, and nothing runs. */
export async function leaveWaiting(app: Sender, release: () => void): Promise<void> {
  const step = { agent: "tester", until: "step" };
  const halting = app.send("POST", "/v1/threads/c1/steps", { ...step, input: "halt" });
  await threadBegins(app);
  await (await app.send("POST", "/v1/threads/c1/steps", { ...step, input: "more", busy: "steer" })).text();
  await threadIs(app, ({ running, waiting }) => {
    release(); // the answer may not have halted before
    return running === false && waiting === 1;
  });
  await (await halting).text();
}
