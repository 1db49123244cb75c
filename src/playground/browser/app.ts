// The page: its controls, its address, and the conversation that they are about.

import { effect } from "@preact/signals";
import type { ThreadChanges } from "../../core/contract/requests.ts";
import { changeThread, listAgents } from "./api/api.ts";
import { ApiError, observeExchanges, onUnauthorized } from "./api/http.ts";
import { toProblem } from "./components/problem.tsx";
import { Composer } from "./frame/composer.tsx";
import { Conversation } from "./conversation.ts";
import { byId } from "./dom.ts";
import { listenToKeys } from "./keys.ts";
import { loadOnDemand } from "./on_demand/load_on_demand.ts";
import { AgentCard } from "./panels/agent_card.tsx";
import { Attention } from "./panels/attention.tsx";
import { ConnectionLine } from "./panels/connection_line.tsx";
import { EventList } from "./panels/event_list.tsx";
import { ThreadList } from "./panels/thread_list.ts";
import { RunTrace } from "./panels/run_trace.ts";
import { showThreadList } from "./panels/threads.tsx";
import { TimelinePane } from "./panels/timeline/pane.ts";
import { AgentChoice } from "./frame/agent_choice.ts";
import { askForKey, goBackFromKey, listenToKeyForm } from "./frame/key_form.ts";
import { inspector, openEvents, openTimeline, places, rail } from "./frame/panels.ts";
import { RunOptionsControl } from "./frame/run_options.tsx";
import { closeDrawer, hasDrawer } from "./frame/side_panel.ts";
import { toggleTheme } from "./theme.ts";
import { ThreadHead } from "./frame/thread_head.tsx";
import { threadCommands } from "./frame/thread_commands.ts";
import { readPlugins } from "./shell/deployment.ts";
import { countWaiting, findWaitingThread, startCounting } from "./shell/inbox_count.ts";
import { showNavigation } from "./shell/navigation.tsx";
import type { Command } from "./shell/command.ts";
import { openHelp, openPalette } from "./shell/open_palette.ts";
import { showPlaces } from "./places/place_view.tsx";
import { PLACES } from "./shell/places.ts";
import type { Route } from "./shell/read_route.ts";
import { nameThread, placeHref, route, threadHref } from "./shell/route.ts";
import { startProblem } from "./shell/start_problem.ts";
import { knownTools } from "./steps/known_tools.ts";
import { showTranscript } from "./transcript/transcript_view.tsx";

const intro = byId("intro", HTMLElement);

/** A run was followed at the last change. */
let wasRunning = false;
/** The agents are known: the address is followed from then on. */
let isStarted = false;
/** A thread of the address was opened. */
let isShown = false;

const options = new RunOptionsControl();
const threads = new ThreadList({
  onDelete: (thread) => void remove(thread),
  onChange: (id, changes) => void change(id, changes),
  onGone,
  onRead(listed) {
    for (const thread of listed) if (thread.id === conversation.thread) void conversation.compare(thread);
    head.show(conversation, threads.titleOf(conversation.thread)); // it may have been renamed
  },
  isShown: () => rail.isShown && route.peek().place === "",
});
showThreadList(threads);
const eventList = new EventList();
const agentCard = new AgentCard();
const choice = new AgentChoice((agent) => {
  options.offer(agent);
  knownTools.value = agent.tools;
  composer.offer(agent.examples);
  void agentCard.show(agent);
}, startNew);
const head = new ThreadHead(showError);
const timeline = new TimelinePane({
  onSelect: showSelection,
  onInput: (version) => conversation.actions.showInput(version),
});
const trace = new RunTrace((step, now) => timeline.show(step, now));
const connectionLine = new ConnectionLine(() => conversation.retryNow());
const composer = new Composer({ onSend: send, onStop: stop }, options.button);
const conversation = new Conversation({
  onChange: showState,
  onError: showError,
  onTurn() {
    trace.clear();
    timeline.turnTo(conversation.thread);
    eventList.clear();
    head.turnTo(conversation.thread);
    attention.turnTo(conversation.thread);
  },
  onEvent(event, at) {
    eventList.add(event, trace.take(event, at), at);
    if (/^(step\.(finished|failed)|child\..*)$/.test(event.type)) timeline.refresh(conversation.thread);
  },
  onOpen(detail, history) {
    if (detail.title !== undefined) threads.name(detail.id, detail.title);
    head.open(detail);
    timeline.open(detail, history);
    eventList.open(detail, history);
    showState();
  },
  onMissing: () => head.turnTo(""),
  onSelect(number) {
    openTimeline();
    timeline.select(number);
  },
  onBranch(thread) {
    nameThread(thread, "push"); // Back leads to the thread that was forked
    focusInput();
  },
  options: () => options.value,
  onConnection: (state) => connectionLine.show(state),
});
const attention = new Attention(conversation.transcript);
showTranscript(byId("transcript", HTMLElement), conversation);
observeExchanges((exchange) => eventList.showExchange(exchange));
onUnauthorized(() => askForKey(""));

onClick("new-thread", startNew);
onClick("help-open", openHelp);
onClick("theme", toggleTheme);
byId("skip", HTMLAnchorElement).addEventListener("click", (event) => {
  event.preventDefault(); // the address is that of the thread
  composer.focus();
});
listenToKeyForm(() => void start());
listenToKeys({
  onEscape: escape,
  onApprove: (event) => route.peek().place === "" && attention.approve(event),
  onPalette: () => void openPalette(choice.agents, commands()).catch(showError),
  onHelp: openHelp,
  onGo(letter) {
    if (letter === "T") location.hash = threadHref(conversation.thread);
    const place = PLACES.find(({ key }) => key === letter);
    if (place !== undefined) go(place.id);
  },
}, {
  A: () => void showNeeded().catch(showError),
  M: inThread(focusInput),
  L: inThread(() => {
    openTimeline();
    timeline.move(0);
  }),
  R: inThread(openEvents),
  I: inThread(() => inspector.toggle()),
  N: startNew,
  T: inThread(() => {
    inspector.close();
    rail.open();
    threads.refresh();
    threads.focus();
  }),
  C: () => go("analytics"),
  K: openHelp,
  ArrowUp: inThread(() => timeline.move(-1)),
  ArrowDown: inThread(() => timeline.move(1)),
});
effect(() => {
  const address = route.value;
  if (isStarted) void followAddress(address);
});
byId("rail-toggle", HTMLButtonElement).addEventListener("click", () => threads.refresh());

showNavigation(() => places.close());
showPlaces();
void start();

async function start() {
  startProblem.value = undefined;
  isShown = false; // data that was read with another key is read again
  try {
    choice.show(await listAgents());
  } catch (error) {
    return failStart(error);
  }
  isStarted = true;
  goBackFromKey();
  threads.refresh();
  void readPlugins().then(startCounting, failStart);
  const { place, item } = route.peek();
  await followAddress(route.peek());
  // In a thread that is opened, keys such as A and ? come first.
  if (place === "" && item === "" && matchMedia("(hover: hover)").matches) composer.focus();
}

/** Says why the page cannot begin, with a button that begins again. */
function failStart(error: unknown) {
  if (error instanceof ApiError && error.status === 401) return askForKey(error.message);
  startProblem.value = { ...toProblem(error), onRetry: () => void start() };
}

/** Opens the thread that the address names, at the step that it names. The other places follow it by themselves. */
async function followAddress({ place, item, step }: Route) {
  if (place === "threads") return showThreads(item);
  if (place !== "") return;
  threads.refresh();
  if (!isShown || item !== conversation.thread) {
    isShown = true;
    closeDrawer();
    if (item === "") conversation.startNew();
    else await conversation.open(item);
    attention.turnTo("");
  }
  if (step !== undefined && item === conversation.thread) showSelection(step);
}

/** The threads that a search finds, beside a new one. */
function showThreads(search: string) {
  nameThread("", "replace");
  threads.search(search);
  rail.open();
}

/** What the palette offers beside places, agents and threads. */
function commands(): Command[] {
  const { thread, isEmpty } = conversation;
  return [
    { title: "New thread", keys: ["Alt", "N"], run: startNew },
    { title: "Change the theme", run: toggleTheme },
    { title: "Show the keys", keys: ["?"], run: openHelp },
    ...isEmpty || route.peek().place !== "" ? [] : threadCommands(thread, attention, showError),
  ];
}

/** Goes to the call that waits on the page, or else in the newest thread that has one. */
async function showNeeded() {
  closeDrawer();
  if (route.peek().place === "" && attention.show()) return;
  const next = await findWaitingThread();
  if (next === undefined) return go("inbox");
  attention.showNext(next);
  if (next === conversation.thread) attention.show();
  location.hash = threadHref(next);
}

/** What a key does in the thread: from a place the page turns to it first. */
function inThread(run: () => void): () => void {
  return () => {
    if (route.peek().place !== "") nameThread(conversation.thread, "push");
    run();
  };
}

function go(place: string) {
  location.hash = placeHref(place);
}

function startNew() {
  turnToNew("push");
  focusInput();
}

/** Shows a thread that is empty; after `push` Back leads to the one before. */
function turnToNew(how: "push" | "replace") {
  nameThread("", how); // first: showState replaces an address that names another thread
  conversation.startNew();
}

async function remove(thread: { id: string; title: string }) {
  try {
    if (await (await loadOnDemand()).deleteThread(thread)) onGone([thread.id]);
  } catch (error) {
    showError(error);
  }
}

/** Threads were deleted here. */
function onGone(ids: readonly string[]) {
  if (ids.includes(conversation.thread)) turnToNew("replace");
  threads.drop(ids);
  threads.refresh();
}

async function change(id: string, changes: ThreadChanges) {
  try {
    await changeThread(id, changes);
  } catch (error) {
    return showError(error);
  }
  if (changes.archived) threads.drop([id]);
  threads.refresh();
}

function escape() {
  if (hasDrawer()) closeDrawer();
  else if (route.peek().place === "") stop();
}

function stop() {
  if (conversation.canStop) void conversation.stop();
}

function focusInput() {
  closeDrawer();
  composer.focus();
}

/** False when the server refused it. */
async function send(text: string) {
  if (conversation.running) return false;
  const { attachments } = composer;
  const images = attachments.take();
  const sent = conversation.send(conversation.agent || choice.name, text, options.value, images);
  threads.name(conversation.thread, text);
  showState();
  threads.refresh();
  const isAccepted = await sent;
  if (!isAccepted) attachments.putBack(images);
  return isAccepted;
}

function showSelection(number: number) {
  conversation.select(number);
  eventList.select(number);
}

/** Everything on the page that follows from the conversation's state. */
function showState() {
  const { thread, agent, running, isEmpty } = conversation;
  intro.hidden = !isEmpty;
  choice.follow(agent);
  composer.show(conversation);
  head.show(conversation, threads.titleOf(thread));
  threads.mark(thread);
  if (running !== wasRunning) {
    threads.refresh();
    if (!running) void countWaiting();
  }
  wasRunning = running;
  const { place, item } = route.peek();
  if (place === "" && thread !== item) nameThread(thread, "replace");
}

function showError(error: unknown) {
  if (error instanceof ApiError && error.status === 401) {
    return askForKey(error.message);
  }
  conversation.showProblem(toProblem(error));
}

function onClick(id: string, run: () => void) {
  byId(id, HTMLButtonElement).addEventListener("click", run);
}
