// The page: its controls, its address, and the conversation that they are about.

import { ApiError, listAgents, observeExchanges, rememberKey } from "./api.js";
import { Attachments } from "./attachments.js";
import { ChoiceCounts } from "./panels/choice_counts.js";
import { Conversation } from "./conversation.js";
import { byId, element } from "./dom.js";
import { EventList } from "./panels/event_list.js";
import { listenToKeys } from "./keys.js";
import { OptionsForm } from "./run_options.js";
import { toggleTheme } from "./theme.js";
import { ThreadList } from "./panels/thread_list.js";
import { PhaseTree } from "./panels/phase_tree.js";
import { Timeline } from "./panels/timeline.js";
import { Trace } from "./trace.js";

/** How often the bars of a running step grow. */
const TICK_MS = 100;

const agentSelect = byId("agent", HTMLSelectElement);
const intro = byId("intro", HTMLElement);
const keyForm = byId("key-form", HTMLFormElement);
const keyInput = byId("key", HTMLInputElement);
const examples = byId("examples", HTMLElement);
const composer = byId("composer", HTMLFormElement);
const input = byId("input", HTMLTextAreaElement);
const sendButton = byId("send", HTMLButtonElement);
const stopButton = byId("stop", HTMLButtonElement);
const statusLine = byId("status", HTMLElement);
const help = byId("help", HTMLDialogElement);

/** @type {import("./api.js").AgentView[]} */
let agents = [];
/** Of the thread on the page. */
let trace = new Trace();
/** When the newest event came, on the clock of its run and on the page's. @type {{ at: number, now: number } | undefined} */
let newest;

const options = new OptionsForm();
const attachments = new Attachments(composer, input);
const threads = new ThreadList();
const counts = new ChoiceCounts();
const eventList = new EventList();
const timeline = new Timeline(showSelection);
const phaseTree = new PhaseTree(showError);
/** The newest run has told of phases. */
let hasPhases = false;
const conversation = new Conversation(byId("transcript", HTMLElement), {
  onChange: showState,
  onError: showError,
  onTurn() {
    trace = new Trace();
    newest = undefined;
    timeline.clear();
    eventList.clear();
    phaseTree.clear();
    hasPhases = false;
  },
  onEvent(event, at) {
    const step = trace.take(event, at);
    newest = at === undefined ? undefined : { at, now: performance.now() };
    if (step !== undefined) timeline.show(step, at ?? step.until(0));
    eventList.add(event, step?.number ?? 0, at);
    if (event.type.startsWith("child.")) void phaseTree.refresh(conversation.thread);
    hasPhases ||= event.type === "child.started";
    if (hasPhases && event.type === "step.finished") void phaseTree.refresh(conversation.thread);
  },
  onOpen(detail) {
    void phaseTree.open(detail);
  },
  onSelect(number) {
    const step = trace.steps.findLast((each) => each.number === number);
    if (step === undefined) return;
    openPanel("timeline");
    timeline.select(step);
  },
  onBranch(thread) {
    history.pushState(null, "", `#${thread}`); // Back leads to the thread that was forked
    focusInput();
  },
  options: () => options.value,
});
observeExchanges((exchange) => eventList.showExchange(exchange));

onClick("new-thread", startNew);
onClick("threads-open", openThreads);
onClick("counts-open", () => counts.open());
onClick("help-open", () => help.showModal());
onClick("theme", toggleTheme);
onClick("stop", stop);
agentSelect.addEventListener("change", () => {
  offerOptions();
  startNew();
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
for (const tab of tabs()) tab.addEventListener("click", () => openPanel(tab.dataset.panel ?? ""));
listenToKeys(stop, {
  M: focusInput,
  L() {
    openPanel("timeline");
    timeline.move(0);
  },
  R() {
    openPanel("events");
    byId("filter", HTMLInputElement).focus();
  },
  N: startNew,
  T: openThreads,
  C: () => counts.open(),
  K: () => help.showModal(),
  ArrowUp: () => timeline.move(-1),
  ArrowDown: () => timeline.move(1),
});
addEventListener("hashchange", () => {
  if (threadInAddress() !== conversation.thread) void openFromAddress();
});
setInterval(() => {
  const step = trace.steps.at(-1);
  if (step?.result === "" && newest) timeline.show(step, newest.at + performance.now() - newest.now);
}, TICK_MS);

void start();

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
  focusInput();
}

function openThreads() {
  void threads.open(conversation.thread);
}

function stop() {
  if (conversation.running && !conversation.stopping) void conversation.stop();
}

function focusInput() {
  openPanel("chat");
  input.focus();
}

/** @param {string} text */
async function send(text) {
  if (conversation.running || (text.trim() === "" && attachments.isEmpty)) return;
  const images = attachments.take();
  input.value = "";
  fitInput();
  const taken = await conversation.send(agentSelect.value, text, options.value, images);
  if (!taken && input.value === "") input.value = text;
  if (!taken && attachments.isEmpty) attachments.put(images);
  fitInput();
}

// Panels ------------------------------------------------------------------------------------------------------------------

/** On a narrow window one panel shows at a time. @param {string} name */
function openPanel(name) {
  document.body.dataset.panel = name;
  for (const tab of tabs()) tab.ariaPressed = String(tab.dataset.panel === name);
  // What was out of sight could not be scrolled.
  if (timeline.selected) showSelection(timeline.selected);
}

function tabs() {
  return document.querySelectorAll(/** @type {"button"} */ (".tabs button"));
}

/** @param {import("./trace.js").StepTrace} step */
function showSelection({ number }) {
  conversation.select(number);
  eventList.select(number);
}

// State -------------------------------------------------------------------------------------------------------------------

/** Everything on the page that follows from the conversation's state. */
function showState() {
  const { thread, agent, running, stopping, isEmpty } = conversation;
  intro.hidden = !isEmpty;
  showButtons(running, stopping);
  if (agent !== "" && agent !== agentSelect.value) {
    agentSelect.value = agent;
    offerOptions();
  }
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
  const tools = chosenAgent()?.tools ?? [];
  let shown = 0;
  for (const example of examples.querySelectorAll("button")) {
    example.ariaDisabled = String(running);
    example.hidden = !tools.includes(example.dataset.tool ?? "");
    if (!example.hidden) shown += 1;
  }
  examples.hidden = shown === 0;
}

function statusWords() {
  const { thread, running, stopping, steps, status, isEmpty } = conversation;
  if (isEmpty) return "Shift + Enter begins a line, Alt + K shows all keys";
  if (stopping) return "Stopping";
  if (running) return steps === 0 ? "Working" : `Step ${steps} is running`;
  if (steps === 0) return thread;
  const state = status === "" ? "" : `, ${status}`;
  return `${steps} ${steps === 1 ? "step" : "steps"}${state}. It is stored: reload and go on.`;
}

/** @param {import("./api.js").AgentView[]} list */
function showAgents(list) {
  const chosen = agentSelect.value;
  agents = list;
  agentSelect.replaceChildren(...agents.map(({ name, description }) => {
    const option = element("option", "", name);
    option.title = description;
    return option;
  }));
  if (agents.some(({ name }) => name === chosen)) agentSelect.value = chosen;
  agentSelect.disabled = agents.length === 0;
  offerOptions();
}

function chosenAgent() {
  return agents.find(({ name }) => name === agentSelect.value);
}

function offerOptions() {
  const agent = chosenAgent();
  if (agent) options.offer(agent);
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

/** @param {string} id @param {() => void} run */
function onClick(id, run) {
  byId(id, HTMLButtonElement).addEventListener("click", run);
}
