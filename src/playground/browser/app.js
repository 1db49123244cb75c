// The page: its controls, its address, and the conversation that they are about.

import { ApiError, changeThread, listAgents, observeExchanges, rememberKey } from "./api.js";
import { Attachments } from "./attachments.js";
import { Composer } from "./frame/composer.js";
import { Conversation } from "./conversation.js";
import { deleteThread } from "./frame/delete_thread.js";
import { byId, element } from "./dom.js";
import { listenToKeys } from "./keys.js";
import { AgentCard } from "./panels/agent_card.js";
import { Attention } from "./panels/attention.js";
import { ChoiceCounts } from "./panels/choice_counts.js";
import { ConnectionLine } from "./panels/connection_line.js";
import { EventList } from "./panels/event_list.js";
import { PhaseTree } from "./panels/phase_tree.js";
import { ThreadList } from "./panels/thread_list.js";
import { Timeline } from "./panels/timeline.js";
import { ToolUseDialog } from "./panels/tool_use.js";
import { showPicture } from "./panels/trace_picture.js";
import { OptionsForm } from "./run_options.js";
import { listenToPanes, openPane, SidePanel } from "./frame/side_panel.js";
import { toggleTheme } from "./theme.js";
import { ThreadHead } from "./frame/thread_head.js";
import { Trace } from "./trace.js";

/** How often the bars of a running step grow. */
const TICK_MS = 100;

const agentSelect = byId("agent", HTMLSelectElement);
const intro = byId("intro", HTMLElement);
const keyForm = byId("key-form", HTMLFormElement);
const keyInput = byId("key", HTMLInputElement);
const help = byId("help", HTMLDialogElement);

/** @type {import("./api.js").AgentView[]} */
let agents = [];
/** Of the thread on the page. */
let trace = new Trace();
/** When the newest event came, on the clock of its run and on the page's. @type {{ at: number, now: number } | undefined} */
let newest;
/** A run was followed at the last change. */
let wasRunning = false;

const rail = new SidePanel("rail", "(min-width: 64rem)");
const inspector = new SidePanel("inspector", "(min-width: 80rem)");
listenToPanes();
const options = new OptionsForm();
const threads = new ThreadList(
  { onDelete: (thread) => void remove(thread), onChange: (id, changes) => void change(id, changes) },
  (listed) => {
    for (const thread of listed) if (thread.id === conversation.thread) void conversation.compare(thread);
  },
  () => rail.isShown,
);
const counts = new ChoiceCounts();
const toolUse = new ToolUseDialog();
const eventList = new EventList();
const agentCard = new AgentCard();
const attention = new Attention();
const head = new ThreadHead();
const timeline = new Timeline(showSelection);
const phaseTree = new PhaseTree(showError);
const connectionLine = new ConnectionLine(() => conversation.retryNow());
const composer = new Composer({ onSend: send, onStop: stop });
const attachments = new Attachments(byId("composer", HTMLFormElement), byId("input", HTMLTextAreaElement));
composer.mayBeEmpty = () => !attachments.isEmpty;
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
    phaseTree.turnTo(conversation.thread);
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
    if (detail.title !== undefined) threads.name(detail.id, detail.title);
    void phaseTree.open(detail);
    showState();
  },
  onMissing: () => phaseTree.turnTo(""),
  onSelect(number) {
    const step = trace.steps.findLast((each) => each.number === number);
    if (step === undefined) return;
    openTimeline();
    timeline.select(step);
  },
  onBranch(thread) {
    history.pushState(null, "", `#${thread}`); // Back leads to the thread that was forked
    focusInput();
  },
  options: () => options.value,
  onConnection: (state) => connectionLine.show(state),
});
observeExchanges((exchange) => eventList.showExchange(exchange));

onClick("new-thread", startNew);
onClick("counts-open", openCounts);
onClick("picture-open", () => void showPicture(conversation.thread).catch(showError));
onClick("help-open", () => help.showModal());
onClick("theme", toggleTheme);
byId("skip", HTMLAnchorElement).addEventListener("click", (event) => {
  event.preventDefault(); // the address is that of the thread
  composer.focus();
});
agentSelect.addEventListener("change", () => {
  offerOptions();
  startNew();
});
keyForm.addEventListener("submit", (event) => {
  event.preventDefault();
  rememberKey(keyInput.value.trim());
  keyInput.value = "";
  keyForm.hidden = true;
  void start();
});
listenToKeys({ onEscape: escape, onApprove: (event) => attention.approve(event) }, {
  A() {
    closeDrawers();
    attention.show();
  },
  M: focusInput,
  L() {
    openTimeline();
    timeline.move(0);
  },
  R() {
    rail.close();
    inspector.open();
    openPane("events-pane");
    byId("filter", HTMLInputElement).focus();
  },
  I: () => inspector.toggle(),
  N: startNew,
  T() {
    inspector.close();
    rail.open();
    threads.refresh();
    threads.focus();
  },
  C: openCounts,
  K: () => help.showModal(),
  ArrowUp: () => timeline.move(-1),
  ArrowDown: () => timeline.move(1),
});
addEventListener("hashchange", () => {
  if (threadInAddress() !== conversation.thread) void openFromAddress();
});
function openCounts() {
  counts.open();
  void toolUse.offer();
}

byId("rail-toggle", HTMLButtonElement).addEventListener("click", () => threads.refresh());
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
  threads.refresh();
  await openFromAddress();
  if (matchMedia("(hover: hover)").matches) composer.focus();
}

async function openFromAddress() {
  rail.close();
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

/** @param {{ id: string, title: string }} thread */
async function remove(thread) {
  try {
    if (!await deleteThread(thread)) return;
  } catch (error) {
    return showError(error);
  }
  if (thread.id === conversation.thread) {
    history.replaceState(null, "", location.pathname);
    conversation.startNew();
  }
  threads.drop(thread.id);
  threads.refresh();
}

/** @param {string} id @param {import("../../core/contract/requests.ts").ThreadChanges} changes */
async function change(id, changes) {
  try {
    await changeThread(id, changes);
  } catch (error) {
    return showError(error);
  }
  if (changes.archived) threads.drop(id);
  threads.refresh();
}

function escape() {
  if (rail.isDrawer || inspector.isDrawer) closeDrawers();
  else stop();
}

function closeDrawers() {
  rail.close();
  inspector.close();
}

function openTimeline() {
  rail.close();
  inspector.open();
  openPane("timeline-pane");
}

function stop() {
  if (conversation.running && !conversation.stopping) void conversation.stop();
}

function focusInput() {
  closeDrawers();
  composer.focus();
}

/** False when the server refused it. @param {string} text */
async function send(text) {
  if (conversation.running) return false;
  const images = attachments.take();
  const sent = conversation.send(agentSelect.value, text, options.value, images);
  threads.name(conversation.thread, text);
  showState();
  threads.refresh();
  const taken = await sent;
  if (!taken && attachments.isEmpty) attachments.put(images);
  return taken;
}

/** @param {import("./trace.js").StepTrace} step */
function showSelection({ number }) {
  conversation.select(number);
  eventList.select(number);
}

// State -------------------------------------------------------------------------------------------------------------------

/** Everything on the page that follows from the conversation's state. */
function showState() {
  const { thread, agent, running, isEmpty } = conversation;
  intro.hidden = !isEmpty;
  byId("picture-open", HTMLButtonElement).hidden = isEmpty;
  if (agent !== "" && agent !== agentSelect.value) {
    agentSelect.value = agent;
    offerOptions();
  }
  composer.show(conversation, chosenAgent()?.tools ?? []);
  head.show(conversation, threads.titleOf(thread));
  threads.mark(thread);
  if (running !== wasRunning) threads.refresh();
  wasRunning = running;
  if (thread !== threadInAddress()) {
    history.replaceState(null, "", thread === "" ? location.pathname : `#${thread}`);
  }
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
  if (agent === undefined) return;
  options.offer(agent);
  void agentCard.show(agent);
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
  const hash = location.hash.slice(1);
  try {
    return decodeURIComponent(hash);
  } catch {
    return hash; // a link that was cut in an escape
  }
}

/** @param {string} id @param {() => void} run */
function onClick(id, run) {
  byId(id, HTMLButtonElement).addEventListener("click", run);
}
