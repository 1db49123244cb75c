// A page with @ag-ui/client: a chat, approvals, a tool of the page, a reload at any time. Bundle it and put it beside ag_ui.html:
// esbuild docs/examples/ag_ui.ts --bundle --format=esm --outfile=ag_ui.js

import { HttpAgent, type Message, type RunAgentParameters } from "@ag-ui/client";

const { url = "", agent: name = "" } = document.body.dataset;
// The conversation is in the address, so a reload and a bookmark find it again.
location.hash ||= crypto.randomUUID();

// The page's own server gives a short-lived token: a key of the deployment has no place in a page.
const token = await (await fetch("/token")).text();
const agent = new HttpAgent({
  url: `${url}/agui/${name}`,
  threadId: location.hash.slice(1),
  headers: { authorization: `Bearer ${token}` },
});

/** Tools of this page: the model calls them, and they run here. */
const PAGE_TOOLS: Record<string, (args: { color?: string }) => string> = {
  set_color: ({ color = "" }) => {
    document.body.style.background = color;
    return `The page is ${color} now.`;
  },
};
const tools = [{
  name: "set_color",
  description: "Sets the background color of the page that the user sees.",
  parameters: { type: "object", properties: { color: { type: "string" } }, required: ["color"] },
}];

const list = element("#messages");
const status = element("[role=status]");
const form = element("form");
const input = element("input") as HTMLInputElement;
let isRunning = false;

/** Runs the agent until nothing is left for this page to do. */
async function run(parameters: RunAgentParameters = {}): Promise<void> {
  isRunning = true;
  let ended: string | undefined;
  try {
    for (;;) {
      ended = undefined;
      await agent.runAgent({ ...parameters, tools }, {
        onMessagesChanged: show,
        onRunFinishedEvent: () => void (ended = "ready"),
        onRunErrorEvent: ({ event }) => void (ended = event.message),
      });
      parameters = {};
      if (ended !== "ready" || !runPageTools()) break;
    }
    // A stream that was cut ends without a word; a reload reads the rest.
    status.textContent = ended ?? "The connection was lost: reload the page.";
  } catch (error) {
    status.textContent = String(error);
  }
  isRunning = false;
  show();
}

/** Runs the calls of tools of this page; false when there are none. */
function runPageTools(): boolean {
  const calls = agent.messages.flatMap((message) =>
    message.role === "assistant" ? message.toolCalls ?? [] : []
  )
    .filter(({ id, function: { name } }) => name in PAGE_TOOLS && resultOf(id) === undefined);
  for (const { id, function: { name, arguments: args } } of calls) {
    const content = PAGE_TOOLS[name]?.(JSON.parse(args)) ?? "";
    agent.addMessage({ id: crypto.randomUUID(), role: "tool", toolCallId: id, content });
  }
  return calls.length > 0;
}

function resultOf(id: string): Message | undefined {
  return agent.messages.find((message) => message.role === "tool" && message.toolCallId === id);
}

function show(): void {
  status.textContent = isRunning ? "running" : status.textContent;
  list.replaceChildren(...agent.messages.flatMap(shown));
}

function shown(message: Message): Node[] {
  if (message.role !== "user" && message.role !== "assistant") return [];
  const article = made("article", message.role);
  if (message.content) article.append(made("p", "", String(message.content)));
  if (message.role === "assistant") article.append(...(message.toolCalls ?? []).map(card));
  return [article];
}

type Call = NonNullable<Extract<Message, { role: "assistant" }>["toolCalls"]>[number];

function card({ id, function: { name, arguments: args } }: Call): HTMLElement {
  const section = made("section", "call");
  section.setAttribute("aria-label", name);
  section.append(made("code", "", `${name} ${args}`));
  const result = resultOf(id);
  if (result !== undefined) section.append(made("p", "", String(result.content)));
  const interrupt = agent.pendingInterrupts.find(({ toolCallId }) => toolCallId === id);
  if (interrupt !== undefined && !isRunning) {
    for (const [label, approved] of [["Approve", true], ["Deny", false]] as const) {
      const button = made("button", "", label);
      button.addEventListener("click", () => answer(interrupt.id, approved));
      section.append(" ", button);
    }
  }
  return section;
}

/** Every open interrupt needs an answer: the others of the plan are asked for again. */
function answer(interruptId: string, approved: boolean): void {
  const resume = agent.pendingInterrupts.map(({ id }) => ({
    interruptId: id,
    status: "resolved" as const,
    payload: { approved: id === interruptId && approved },
  }));
  void run({ resume });
}

function made(tag: string, className: string, text = ""): HTMLElement {
  const node = document.createElement(tag);
  node.className = className;
  node.textContent = text;
  return node;
}

function element(selector: string): HTMLElement {
  const found = document.querySelector<HTMLElement>(selector);
  if (found === null) throw new Error(`The page has no ${selector}.`);
  return found;
}

form.addEventListener("submit", (submitted) => {
  submitted.preventDefault();
  if (isRunning || agent.pendingInterrupts.length > 0) return;
  agent.addMessage({ id: crypto.randomUUID(), role: "user", content: input.value });
  input.value = "";
  show();
  void run();
});

// A run without messages reads the conversation, and goes on in what still runs.
void run();
