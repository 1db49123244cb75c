// A chat on one page: streams, approvals, a reload at any time. Bundle it and put it beside chat.html:
// esbuild docs/examples/chat.ts --bundle --format=esm --outfile=chat.js

import {
  addInput,
  collect,
  type Conversation,
  createClient,
  EMPTY_CONVERSATION,
  type Message,
  type Part,
  type PendingApproval,
  type StepEvent,
  TreadleError,
} from "@treadle/react/client";

const { url = "", agent = "" } = document.body.dataset;
// The page's own server gives a short-lived token: a key of the deployment has no place in a page.
const client = createClient({ url, key: async () => await (await fetch("/token")).text() });
// The thread is in the address, so a reload and a bookmark find it again.
location.hash ||= client.thread().id;
const thread = client.thread(location.hash.slice(1));

let conversation: Conversation = EMPTY_CONVERSATION;

byId("form").addEventListener("submit", (submitted) => {
  submitted.preventDefault();
  const input = byId("input");
  if (!(input instanceof HTMLInputElement)) return;
  const text = input.value;
  input.value = "";
  show(addInput(conversation, text));
  follow(thread.stream(text, { agent }));
});
byId("stop").addEventListener("click", () => void thread.cancel().catch(fail));

thread.conversation().then((stored) => {
  show(stored);
  if (stored.status === "running") return followRunning(stored);
}).catch((error) => {
  if (!(error instanceof TreadleError) || error.code !== "thread_unknown") fail(error);
  else show(EMPTY_CONVERSATION); // the first message creates the thread
});

/** Draws what comes, to the end of the stream. Connections that drop meanwhile are the client's affair. */
async function follow(events: AsyncIterable<StepEvent>): Promise<void> {
  try {
    await collect(events, { from: conversation, onChange: show });
  } catch (error) {
    fail(error);
  }
}

/** Goes on with a run that was begun before the page was loaded. Its input is stored with its first step, and in no event. */
async function followRunning({ seq }: Conversation): Promise<void> {
  await follow(thread.events({ after: seq }));
  const { messages } = await thread.conversation();
  show({ ...conversation, messages });
}

async function decide({ callId, digest }: PendingApproval, approved: boolean): Promise<void> {
  try {
    const { missing } = await thread.approve(callId, { approved, digest });
    const approvals = conversation.approvals.filter((each) => missing > 0 || each.callId !== callId);
    show({ ...conversation, approvals });
    // The run goes on when nobody is waited for: until then a request for it is refused with approval_required.
    if (approvals.length === 0) await follow(thread.stream());
  } catch (error) {
    fail(error);
  }
}

function fail(error: unknown): void {
  byId("status").textContent = error instanceof TreadleError
    ? `${error.code}: ${error.message}`
    : String(error);
}

function show(next: Conversation): void {
  conversation = next;
  const { messages, approvals, status, error } = conversation;
  byId("messages").replaceChildren(...messages.flatMap(drawn), ...approvals.map(drawnApproval));
  byId("status").textContent = error === undefined ? status : `${error.code}: ${error.message}`;
}

function drawn(message: Message): HTMLElement[] {
  if (message.role !== "assistant") return [element("article", message.role, message.text)];
  return message.parts.map(drawnPart);
}

function drawnPart(part: Part): HTMLElement {
  if (part.type !== "call") return element("article", part.type, part.text);
  const output = part.output === undefined ? "" : ` → ${JSON.stringify(part.output)}`;
  return element("article", "call", `${part.name}(${part.args}) ${part.state}${output}`);
}

function drawnApproval(approval: PendingApproval): HTMLElement {
  const box = element("section", "approval", `${approval.name} ${JSON.stringify(approval.args)}`);
  for (const [label, approved] of [["Approve", true], ["Deny", false]] as const) {
    const button = element("button", "", label);
    button.addEventListener("click", () => {
      box.remove();
      decide(approval, approved);
    });
    box.append(" ", button);
  }
  return box;
}

function element(tag: string, className: string, text: string): HTMLElement {
  return Object.assign(document.createElement(tag), { className, textContent: text });
}

function byId(id: string): HTMLElement {
  return document.getElementById(id) ?? document.body;
}
