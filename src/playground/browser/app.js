// The page: its controls, its address, and the conversation that they are about.

import { ApiError, listAgents, rememberKey } from "./api.js";
import { Conversation } from "./conversation.js";
import { byId, element } from "./dom.js";

const agentSelect = byId("agent", HTMLSelectElement);
const newThreadButton = byId("new-thread", HTMLButtonElement);
const intro = byId("intro", HTMLElement);
const keyForm = byId("key-form", HTMLFormElement);
const keyInput = byId("key", HTMLInputElement);
const examples = byId("examples", HTMLElement);
const composer = byId("composer", HTMLFormElement);
const input = byId("input", HTMLTextAreaElement);
const sendButton = byId("send", HTMLButtonElement);
const stopButton = byId("stop", HTMLButtonElement);
const statusLine = byId("status", HTMLElement);

/** @type {Map<string, string[]>} */
let toolsOf = new Map();

const conversation = new Conversation(byId("transcript", HTMLElement), {
  onChange: showState,
  onError: showError,
});

newThreadButton.addEventListener("click", startNew);
agentSelect.addEventListener("change", startNew);
stopButton.addEventListener("click", () => {
  if (!conversation.stopping) void conversation.stop();
});
composer.addEventListener("submit", (event) => {
  event.preventDefault();
  void send(input.value);
});
input.addEventListener("keydown", (event) => {
  // During composition Enter belongs to the input method.
  if (event.key !== "Enter" || event.shiftKey || event.isComposing) return;
  event.preventDefault();
  composer.requestSubmit();
});
input.addEventListener("input", fitInput);
examples.addEventListener("click", (event) => {
  if (event.target instanceof HTMLButtonElement) void send(event.target.textContent ?? "");
});
keyForm.addEventListener("submit", (event) => {
  event.preventDefault();
  rememberKey(keyInput.value.trim());
  keyInput.value = "";
  keyForm.hidden = true;
  void start();
});
addEventListener("hashchange", () => {
  if (threadInAddress() !== conversation.thread) void openFromAddress();
});

await start();

async function start() {
  try {
    showAgents(await listAgents());
  } catch (error) {
    return showError(error);
  }
  await openFromAddress();
  if (matchMedia("(hover: hover)").matches) input.focus();
}

async function openFromAddress() {
  const thread = threadInAddress();
  if (thread === "") conversation.startNew();
  else await conversation.open(thread);
}

function startNew() {
  // The address first: what showState finds there is replaced, and Back must still lead to the thread.
  history.pushState(null, "", location.pathname);
  conversation.startNew();
  input.focus();
}

/** @param {string} text */
async function send(text) {
  if (conversation.running || text.trim() === "") return;
  input.value = "";
  fitInput();
  const taken = await conversation.send(agentSelect.value, text);
  if (!taken && input.value === "") input.value = text;
  fitInput();
}

/** Everything on the page that follows from the conversation's state. */
function showState() {
  const { thread, agent, running, stopping, isEmpty } = conversation;
  intro.hidden = !isEmpty;
  showButtons(running, stopping);
  if (agent !== "") agentSelect.value = agent;
  showExamples(running);
  statusLine.textContent = statusWords();
  if (thread !== threadInAddress()) {
    history.replaceState(null, "", thread === "" ? location.pathname : `#${thread}`);
  }
}

/** Send and Stop take turns in one place; the focus stays there. @param {boolean} running @param {boolean} stopping */
function showButtons(running, stopping) {
  const focused = [sendButton, stopButton].some((button) => button === document.activeElement);
  stopButton.hidden = !running;
  stopButton.ariaDisabled = String(stopping);
  sendButton.hidden = running;
  if (focused) (running ? stopButton : sendButton).focus();
}

/** The examples that the agent has the tools for. @param {boolean} running */
function showExamples(running) {
  const tools = toolsOf.get(agentSelect.value) ?? [];
  for (const example of examples.querySelectorAll("button")) {
    example.ariaDisabled = String(running);
    example.hidden = !tools.includes(example.dataset.tool ?? "");
  }
  examples.hidden = [...examples.children].every((example) =>
    example instanceof HTMLElement && example.hidden
  );
}

function statusWords() {
  const { thread, running, stopping, steps, status, isEmpty } = conversation;
  if (isEmpty) return "Enter sends, Shift + Enter begins a new line";
  if (stopping) return "Stopping";
  if (running) return steps === 0 ? "Working" : `Step ${steps} is running`;
  if (steps === 0) return thread;
  const words = {
    open: "not finished",
    waiting: "waits for you",
    done: "done",
    failed: "failed",
    cancelled: "stopped",
  };
  const state = status === "" ? "" : `, ${words[status]}`;
  return `${steps} ${steps === 1 ? "step" : "steps"}${state}. It is stored: reload and go on.`;
}

/** @param {import("./api.js").AgentView[]} agents */
function showAgents(agents) {
  toolsOf = new Map(agents.map(({ name, tools }) => [name, tools]));
  const options = agents.map(({ name, description }) => {
    const option = element("option", "", name);
    option.value = name;
    option.title = description;
    return option;
  });
  const chosen = agentSelect.value;
  agentSelect.replaceChildren(...options);
  if (agents.some(({ name }) => name === chosen)) agentSelect.value = chosen;
  agentSelect.disabled = agents.length === 0;
}

/** @param {unknown} error */
function showError(error) {
  if (error instanceof ApiError && error.status === 401) {
    keyForm.hidden = false;
    keyInput.focus();
    if (error.message !== "") byId("key-hint", HTMLElement).textContent = error.message;
    return;
  }
  const problem = error instanceof ApiError
    ? { title: error.title, detail: error.message, code: error.code }
    : {
      title: "The server cannot be reached",
      detail: error instanceof Error ? error.message : String(error),
      code: "",
    };
  conversation.showProblem(problem);
}

function threadInAddress() {
  return decodeURIComponent(location.hash.slice(1));
}

/** Grows the box with its text; the style sheet bounds it. */
function fitInput() {
  input.style.height = "auto";
  input.style.height = `${input.scrollHeight}px`;
}
