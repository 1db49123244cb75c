// Written by `deno task playground` from browser/: change the files there, never this one.
// deno-fmt-ignore-file

/** One file of the page, ready to be served. */
export interface Asset {
  readonly path: string;
  /** Content-Type. */
  readonly type: string;
  /** A strong tag: the start of the text's SHA-256. */
  readonly etag: string;
  readonly text: string;
}

export const ASSETS: readonly Asset[] = [
  {
    path: "/playground/api.js",
    type: "text/javascript; charset=utf-8",
    etag: '"d8ec824a0b42b8f0336e"',
    text: `// The API as this page uses it: the same routes that any other client has.

/** @typedef {import("../../core/event.ts").StepEvent} StepEvent */
/** @typedef {import("../../runtime/threads.ts").ThreadDetail} ThreadDetail */
/** @typedef {import("../../runtime/threads.ts").HistoryPage} HistoryPage */
/** @typedef {{ name: string, description: string, tools: string[] }} AgentView */
/** @typedef {{ agent: string, input?: string, until: "done" }} StepBody */

import { readEvents } from "./sse.js";

const KEY = "treadle.key";

/** Entries that a reload shows at most. */
const HISTORY_SHOWN = 200;

/** An answer that is an error: problem+json, or whatever a proxy made of it. */
export class ApiError extends Error {
  /** @param {number} status @param {{ title?: string, detail?: string, code?: string }} problem */
  constructor(status, { title, detail, code }) {
    super(detail ?? "");
    this.name = "ApiError";
    this.status = status;
    this.title = title ?? \`The server answered \${status}\`;
    this.code = code ?? \`http_\${status}\`;
  }
}

/** @param {string} key */
export function rememberKey(key) {
  sessionStorage.setItem(KEY, key);
}

/** @returns {Promise<AgentView[]>} */
export async function listAgents() {
  return (await json("/v1/agents")).agents;
}

/**
 * A thread and its newest entries that belong together, or undefined when there is no such thread.
 *
 * @param {string} thread
 * @returns {Promise<{ detail: ThreadDetail, history: HistoryPage } | undefined>}
 */
export async function readThread(thread) {
  try {
    for (;;) {
      /** @type {ThreadDetail} */
      const detail = await json(threadPath(thread));
      const after = Math.max(0, detail.length - HISTORY_SHOWN);
      /** @type {HistoryPage} */
      const history = await json(threadPath(thread, \`/history?limit=\${HISTORY_SHOWN}&after=\${after}\`));
      // A step that committed between the two answers would be shown twice: read both again.
      if (history.length === detail.length) return { detail, history };
    }
  } catch (error) {
    if (error instanceof ApiError && error.code === "thread_unknown") return undefined;
    throw error;
  }
}

/**
 * Runs steps until the thread needs something from outside. The key makes it safe to send the same request again.
 *
 * @param {string} thread @param {StepBody} body @param {string} idempotencyKey @param {AbortSignal} signal
 */
export async function startSteps(thread, body, idempotencyKey, signal) {
  const response = await send(threadPath(thread, "/steps"), {
    method: "POST",
    headers: {
      "accept": "text/event-stream",
      "content-type": "application/json",
      "idempotency-key": idempotencyKey,
    },
    body: JSON.stringify(body),
    signal,
  });
  return stepEvents(response);
}

/**
 * The events after \`lastEventId\`, and those to come while a step runs; undefined when there are none and none will come.
 *
 * @param {string} thread @param {string} lastEventId @param {AbortSignal} signal
 */
export async function resumeEvents(thread, lastEventId, signal) {
  const response = await send(threadPath(thread, "/events"), {
    headers: {
      "accept": "text/event-stream",
      ...(lastEventId === "" ? {} : { "last-event-id": lastEventId }),
    },
    signal,
  });
  return response.status === 204 ? undefined : stepEvents(response);
}

/** @param {string} thread @param {string} callId @param {boolean} approved */
export async function decide(thread, callId, approved) {
  await post(threadPath(thread, \`/approvals/\${encodeURIComponent(callId)}\`), { approved });
}

/** @param {string} thread */
export async function cancel(thread) {
  await post(threadPath(thread, "/cancel"), {});
}

/** @param {string} thread @param {string} [rest] */
function threadPath(thread, rest = "") {
  return \`/v1/threads/\${encodeURIComponent(thread)}\${rest}\`;
}

/**
 * @param {Response} response
 * @returns {AsyncGenerator<{ id: string, event: StepEvent }, void>}
 */
async function* stepEvents(response) {
  if (response.body === null) return;
  for await (const { id, type, data } of readEvents(response.body)) {
    // \`stream.failed\` says only that this stream broke: what comes next is a resume, as after any other break.
    if (type === "stream.failed") return;
    yield { id, event: JSON.parse(data) };
  }
}

/** @param {string} path */
async function json(path) {
  return await (await send(path, { headers: { accept: "application/json" } })).json();
}

/** @param {string} path @param {object} body */
async function post(path, body) {
  await send(path, {
    method: "POST",
    headers: { "accept": "application/json", "content-type": "application/json" },
    body: JSON.stringify(body),
  });
}

/** @param {string} path @param {RequestInit & { headers: Record<string, string> }} init */
async function send(path, init) {
  const key = sessionStorage.getItem(KEY);
  const headers = key === null ? init.headers : { ...init.headers, authorization: \`Bearer \${key}\` };
  const response = await fetch(path, { ...init, headers });
  if (response.ok) return response;
  throw new ApiError(response.status, await response.json().catch(() => ({})));
}
`,
  },
  {
    path: "/playground/app.css",
    type: "text/css; charset=utf-8",
    etag: '"03768706458b8fd37238"',
    text: `/* The page in two schemes. Text on its ground is 4.5:1 or better in both; colour is never the only sign. */
:root {
  color-scheme: light dark;
  --paper: #faf9f6;
  --card: #ffffff;
  --sunk: #f3f1eb;
  --ink: #1e1d1a;
  --muted: #69655d;
  --line: #e2ded5;
  --accent: #3a4bb5;
  --accent-ink: #ffffff;
  --accent-soft: #e9ecfb;
  --good: #2c6b3f;
  --warn: #7d5200;
  --warn-soft: #fdf3dc;
  --bad: #a32c1c;
  --bad-soft: #fdece8;
  --key: #3a4bb5;
  --string: #2c6b3f;
  --atom: #9a4b12;
  --column: 46rem;
  --mono: ui-monospace, SFMono-Regular, "Cascadia Mono", Menlo, Consolas, "DejaVu Sans Mono", monospace;
}

@media (prefers-color-scheme: dark) {
  :root {
    --paper: #131418;
    --card: #1b1d23;
    --sunk: #16181d;
    --ink: #e8e6e1;
    --muted: #9d9a93;
    --line: #2d3038;
    --accent: #a5b2ff;
    --accent-ink: #14173a;
    --accent-soft: #242a4d;
    --good: #86d29a;
    --warn: #efc46b;
    --warn-soft: #2f2716;
    --bad: #ff9f8d;
    --bad-soft: #37201c;
    --key: #a5b2ff;
    --string: #9ad7a9;
    --atom: #f0b07a;
  }
}

*,
*::before,
*::after {
  box-sizing: border-box;
}

[hidden] {
  display: none !important;
}

html {
  scrollbar-gutter: stable;
  -webkit-text-size-adjust: 100%;
  text-size-adjust: 100%;
}

body {
  margin: 0;
  min-height: 100dvh;
  display: flex;
  flex-direction: column;
  background: var(--paper);
  color: var(--ink);
  font: 1rem/1.55 system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", "DejaVu Sans", sans-serif;
}

h1,
h2,
h3,
p,
ol,
pre {
  margin: 0;
  padding: 0;
}

code,
pre {
  font-family: var(--mono);
}

:focus-visible {
  outline: 2px solid var(--accent);
  outline-offset: 2px;
}

.unseen {
  position: absolute;
  width: 1px;
  height: 1px;
  margin: -1px;
  overflow: hidden;
  clip-path: inset(50%);
  white-space: nowrap;
}

/* Controls */

button,
select,
input,
textarea {
  font: inherit;
  color: inherit;
}

button {
  padding: 0.4rem 0.9rem;
  border: 1px solid transparent;
  border-radius: 0.5rem;
  font-weight: 550;
  line-height: 1.4;
  cursor: pointer;
}

button[aria-disabled="true"] {
  opacity: 0.55;
  cursor: default;
}

.primary {
  background: var(--accent);
  color: var(--accent-ink);
}

.quiet {
  background: var(--card);
  border-color: var(--line);
}

.primary:hover:not([aria-disabled="true"]) {
  filter: brightness(1.1);
}

.quiet:hover:not([aria-disabled="true"]) {
  border-color: var(--muted);
}

/* Frame */

.bar,
main,
.dock {
  width: 100%;
  max-width: calc(var(--column) + 2.5rem);
  margin-inline: auto;
  padding-inline: 1.25rem;
}

.bar {
  display: flex;
  align-items: center;
  gap: 0.75rem;
  padding-block: 0.85rem;
  font-size: 0.875rem;
}

.brand {
  display: flex;
  align-items: center;
  gap: 0.55rem;
  margin-right: auto;
  color: inherit;
  font-size: 1.0625rem;
  font-weight: 650;
  letter-spacing: -0.01em;
  text-decoration: none;
}

.brand svg {
  fill: var(--accent);
}

.brand-back {
  opacity: 0.5;
}

.agent {
  display: flex;
  align-items: center;
  gap: 0.5rem;
  min-width: 0;
  color: var(--muted);
}

.agent select {
  max-width: 11rem;
  min-width: 0;
  padding: 0.4rem 0.5rem;
  border: 1px solid var(--line);
  border-radius: 0.5rem;
  background: var(--card);
  color: var(--ink);
  text-overflow: ellipsis;
}

main {
  flex: 1;
  display: flex;
  flex-direction: column;
  padding-block: 1rem 1.5rem;
}

/* Before the first message */

.intro {
  margin-block: auto;
  padding-bottom: 2vh;
}

.intro h1 {
  font-size: clamp(2rem, 1.3rem + 3.2vw, 3rem);
  font-weight: 680;
  line-height: 1.08;
  letter-spacing: -0.03em;
  text-wrap: balance;
}

.lead {
  max-width: 36rem;
  margin-top: 1rem;
  color: var(--muted);
  font-size: 1.0938rem;
  text-wrap: pretty;
}

.stroke {
  display: grid;
  grid-template-columns: repeat(3, 1fr);
  margin-top: 2.25rem;
  list-style: none;
}

.stroke li {
  position: relative;
  padding: 1.4rem 1.25rem 0 0;
  border-top: 2px solid;
  border-image: linear-gradient(to right, var(--line), var(--line)) 1;

  font-size: 0.9375rem;
  line-height: 1.45;
}

.stroke li::before {
  content: "";
  position: absolute;
  top: -7px;
  left: 0;
  width: 12px;
  height: 12px;
  border: 2px solid var(--accent);
  border-radius: 50%;
  background: var(--paper);
}

/* The thread goes on after the third knot, with the next request. */
.stroke li:last-child {
  border-image-source: linear-gradient(to right, var(--line) 30%, transparent);
}

.stroke strong {
  display: block;
}

.stroke span {
  color: var(--muted);
}

/* The conversation: steps are knots on one thread */

.transcript {
  display: flex;
  flex-direction: column;
}

.text {
  white-space: pre-wrap;
  overflow-wrap: anywhere;
}

.user {
  align-self: flex-end;
  max-width: min(85%, 34rem);
  margin-block: 1.25rem 1rem;
  padding: 0.55rem 0.95rem;
  border-radius: 1.1rem 1.1rem 0.25rem 1.1rem;
  background: var(--accent-soft);
}

.step {
  position: relative;
  padding: 0 0 1.4rem 1.6rem;
}

.step::before {
  content: "";
  position: absolute;
  top: 0.75rem;
  bottom: -0.75rem;
  left: 5px;
  width: 2px;
  background: var(--line);
}

.step:last-child::before,
.step:has(+ .user)::before,
.step:has(+ .notice)::before {
  bottom: 1.5rem;
}

.step::after {
  content: "";
  position: absolute;
  top: 0.27rem;
  left: 0;
  width: 12px;
  height: 12px;
  border: 2px solid var(--accent);
  border-radius: 50%;
  background: var(--paper);
}

.step.live::after {
  background: var(--accent);
  animation: knot 1.1s ease-in-out infinite alternate;
}

@keyframes knot {
  to {
    box-shadow: 0 0 0 5px var(--accent-soft);
  }
}

.step-head {
  display: flex;
  flex-wrap: wrap;
  align-items: baseline;
  gap: 0.15rem 0.75rem;
  min-height: 1.6rem;
  font-size: 0.8125rem;
}

.step-head h2 {
  font-size: inherit;
  font-weight: 650;
  font-variant-numeric: tabular-nums;
}

.phases {
  display: flex;
  flex-wrap: wrap;
  gap: 0.15rem 0.75rem;
  color: var(--muted);
}

.phase b {
  color: var(--accent);
  font-weight: 600;
}

.phase + .phase::before {
  content: "→";
  margin-right: 0.75rem;
}

.model {
  margin-left: auto;
  color: var(--muted);
  font-family: var(--mono);
  font-size: 0.75rem;
}

.step-body > * {
  margin-top: 0.5rem;
}

.facts {
  min-height: 1.2rem;
  margin-top: 0.5rem;
  color: var(--muted);
  font-size: 0.75rem;
}

.facts b {
  font-weight: 600;
}

.facts span:not(:last-child)::after {
  content: " · ";
}

.usage {
  display: inline-block;
}

.reasoning {
  padding-left: 0.8rem;
  border-left: 2px solid var(--line);
  color: var(--muted);
  font-size: 0.9375rem;
}

.reasoning summary {
  width: fit-content;
  border-radius: 0.25rem;
  cursor: pointer;
}

/* Tool calls */

.call {
  overflow: hidden;
  border: 1px solid var(--line);
  border-radius: 0.65rem;
  background: var(--card);
}

.call-head {
  display: flex;
  align-items: center;
  gap: 0.75rem;
  padding: 0.5rem 0.85rem;
  font-size: 0.8125rem;
}

.call-name {
  min-width: 0;
  overflow-wrap: anywhere;
  font-weight: 600;
}

.call-state {
  display: flex;
  align-items: center;
  gap: 0.4rem;
  margin-left: auto;
  color: var(--muted);
  white-space: nowrap;
}

.call-state::before {
  content: "";
  width: 0.5rem;
  height: 0.5rem;
  border-radius: 50%;
  background: currentColor;
}

.call-time {
  color: var(--muted);
  font-variant-numeric: tabular-nums;
  white-space: nowrap;
}

.call-time:empty {
  display: none;
}

.call[data-state="completed"] .call-state,
.call[data-state="approved"] .call-state {
  color: var(--good);
}

.call[data-state="running"] .call-state {
  color: var(--accent);
}

.call[data-state="running"] .call-state::before {
  animation: blink 0.7s ease-in-out infinite alternate;
}

@keyframes blink {
  to {
    opacity: 0.25;
  }
}

.call[data-state="approval"] {
  border-color: var(--warn);
}

.call:is([data-state="approval"], [data-state="unknown"], [data-state="blocked"]) .call-state {
  color: var(--warn);
}

.call:is([data-state="failed"], [data-state="denied"], [data-state="truncated"]) .call-state {
  color: var(--bad);
}

.call-body {
  display: grid;
  grid-template-columns: 2fr 3fr;
  border-top: 1px solid var(--line);
  background: var(--sunk);
}

.call-part {
  min-width: 0;
  padding: 0.55rem 0.85rem 0.7rem;
}

.call-part + .call-part {
  border-left: 1px solid var(--line);
}

.call-part h3 {
  color: var(--muted);
  font-size: 0.75rem;
  font-weight: 500;
}

.json {
  max-height: 18rem;
  overflow: auto;
  font-size: 0.8125rem;
  line-height: 1.5;
  white-space: pre-wrap;
  overflow-wrap: anywhere;
}

.json-key {
  color: var(--key);
}

.json-string {
  color: var(--string);
}

.json-atom {
  color: var(--atom);
}

.call-error {
  color: var(--bad);
}

.call-question {
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  gap: 0.5rem;
  padding: 0.65rem 0.85rem;
  border-top: 1px solid var(--warn);
  background: var(--warn-soft);
  font-size: 0.875rem;
}

.call-question p {
  flex: 1 1 14rem;
}

/* Notices */

.notice {
  display: flex;
  flex-wrap: wrap;
  align-items: baseline;
  gap: 0.15rem 0.75rem;
  padding: 0.55rem 0.85rem;
  border-left: 3px solid var(--line);
  border-radius: 0.25rem;
  background: var(--sunk);
  font-size: 0.875rem;
  overflow-wrap: anywhere;
}

.transcript > .notice {
  margin-block: 0.5rem;
}

.notice code {
  margin-left: auto;
  color: var(--muted);
  font-size: 0.75rem;
}

.notice button {
  margin-left: auto;
}

.notice.warn {
  border-color: var(--warn);
  background: var(--warn-soft);
}

.notice.bad {
  border-color: var(--bad);
  background: var(--bad-soft);
}

/* The message box */

.dock {
  position: sticky;
  bottom: 0;
  padding-block: 0.75rem max(0.75rem, env(safe-area-inset-bottom));
  background: linear-gradient(to top, var(--paper) calc(100% - 1rem), transparent);
}

.examples {
  display: flex;
  gap: 0.5rem;
  margin-inline: -1.25rem;
  padding: 2px 1.25rem 0.6rem;
  overflow-x: auto;
  scrollbar-width: none;
}

.examples button {
  flex: none;

  padding: 0.3rem 0.8rem;
  border-color: var(--line);
  border-radius: 999px;
  background: var(--card);
  font-size: 0.875rem;
  font-weight: 400;
}

.examples button:hover:not([aria-disabled="true"]) {
  border-color: var(--accent);
}

.composer {
  display: flex;
  align-items: flex-end;
  gap: 0.5rem;
  padding: 0.4rem;
  border: 1px solid var(--line);
  border-radius: 0.9rem;
  background: var(--card);
  box-shadow: 0 1px 2px rgb(0 0 0 / 0.04), 0 6px 20px rgb(0 0 0 / 0.05);
}

.composer:focus-within {
  border-color: var(--accent);
}

.composer textarea {
  flex: 1;
  min-width: 0;
  max-height: 40dvh;
  padding: 0.4rem 0.6rem;
  border: 0;
  background: none;
  line-height: 1.5;
  resize: none;
}

/* The box around it shows the focus. */
.composer textarea:focus-visible {
  outline: none;
}

.composer:has(textarea:focus-visible) {
  outline: 1px solid var(--accent);
}

.composer textarea::placeholder {
  color: var(--muted);
  opacity: 1;
}

.composer button {
  min-width: 4.5rem;
}

.status {
  min-height: 1.2rem;
  margin-top: 0.45rem;
  color: var(--muted);
  font-size: 0.75rem;
  text-align: center;
}

.key {
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  gap: 0.5rem;
  margin-bottom: 0.6rem;
  padding: 0.6rem 0.85rem;
  border: 1px solid var(--warn);
  border-radius: 0.65rem;
  background: var(--warn-soft);
  font-size: 0.875rem;
}

.key input {
  flex: 1 1 12rem;
  min-width: 0;
  padding: 0.4rem 0.6rem;
  border: 1px solid var(--line);
  border-radius: 0.5rem;
  background: var(--card);
}

.key p {
  flex-basis: 100%;
}

@media (max-width: 36rem) {
  .bar,
  main,
  .dock {
    padding-inline: 1rem;
  }

  .examples {
    margin-inline: -1rem;
    padding-inline: 1rem;
  }

  .step-head .model {
    order: 1;
  }

  .step-head .phases {
    order: 2;
    flex-basis: 100%;
  }

  .agent span {
    position: absolute;
    clip-path: inset(50%);
  }

  .stroke {
    grid-template-columns: 1fr;
    border-left: 2px solid var(--line);
    margin-left: 5px;
  }

  .stroke li {
    padding: 0 0 1.1rem 1.25rem;
    border: 0;
  }

  .stroke li:last-child {
    padding-bottom: 0;
  }

  .stroke li::before {
    top: 0.3rem;
    left: -7px;
  }

  .call-body {
    grid-template-columns: 1fr;
  }

  .call-part + .call-part {
    border-top: 1px solid var(--line);
    border-left: 0;
  }
}

@media (prefers-reduced-motion: reduce) {
  *,
  *::before,
  *::after {
    animation: none !important;
    transition: none !important;
    scroll-behavior: auto !important;
  }
}
`,
  },
  {
    path: "/playground/app.js",
    type: "text/javascript; charset=utf-8",
    etag: '"d1a7c55689164677e54a"',
    text: `// The page: its controls, its address, and the conversation that they are about.

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
    history.replaceState(null, "", thread === "" ? location.pathname : \`#\${thread}\`);
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
  if (running) return steps === 0 ? "Working" : \`Step \${steps} is running\`;
  if (steps === 0) return thread;
  const words = {
    open: "not finished",
    waiting: "waits for you",
    done: "done",
    failed: "failed",
    cancelled: "stopped",
  };
  const state = status === "" ? "" : \`, \${words[status]}\`;
  return \`\${steps} \${steps === 1 ? "step" : "steps"}\${state}. It is stored: reload and go on.\`;
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
  input.style.height = \`\${input.scrollHeight}px\`;
}
`,
  },
  {
    path: "/playground/call_card.js",
    type: "text/javascript; charset=utf-8",
    etag: '"2ba82045307c2c45f028"',
    text: `// One tool call, from the moment the model begins to write it until its observation.

/** @typedef {import("../../core/event.ts").StepEvent} StepEvent */
/** @typedef {Pick<Extract<StepEvent, { type: "tool.finished" }>, "outcome" | "output" | "error" | "ms">} Observation */

import { button, element } from "./dom.js";
import { jsonNodes, jsonTextNodes } from "./json_view.js";

/** What each state is called; the state itself is in data-state for the style sheet. */
const LABELS = {
  writing: "being planned",
  planned: "planned",
  truncated: "cut off",
  approval: "needs approval",
  approved: "approved",
  running: "running",
  completed: "completed",
  failed: "failed",
  blocked: "blocked",
  denied: "denied",
  skipped: "skipped",
  unknown: "unknown",
  cancelled: "cancelled",
};

export class CallCard {
  #state = element("span", "call-state");
  #time = element("span", "call-time");
  #args = element("pre", "json");
  #output = element("pre", "json");
  #question = element("div", "call-question");
  #decide;
  #argsText = "";

  /**
   * @param {string} callId
   * @param {string} name
   * @param {(callId: string, approved: boolean) => void} decide
   */
  constructor(callId, name, decide) {
    this.callId = callId;
    this.name = name;
    this.#decide = decide;
    this.#question.hidden = true;
    // Scrollable areas must be reachable with the keyboard.
    for (const area of [this.#args, this.#output]) area.tabIndex = 0;
    this.#args.ariaLabel = \`Arguments of \${name}\`;
    this.#output.ariaLabel = \`Output of \${name}\`;
    this.#output.append("–");
    this.element = element(
      "article",
      "call",
      element("header", "call-head", element("code", "call-name", name), this.#state, this.#time),
      element(
        "div",
        "call-body",
        element("div", "call-part", element("h3", "", "Arguments"), this.#args),
        element("div", "call-part", element("h3", "", "Output"), this.#output),
      ),
      this.#question,
    );
    this.element.ariaLabel = \`Tool call \${name}\`;
    this.#enter("writing");
  }

  /** @param {string} fragment */
  writeArgs(fragment) {
    this.#argsText += fragment;
    this.#args.append(fragment);
  }

  /** @param {string} args The whole argument text. @param {"ready" | "truncated"} readiness */
  plan(args, readiness) {
    this.#argsText = args;
    this.#args.replaceChildren(...jsonTextNodes(args));
    this.#enter(readiness === "ready" ? "planned" : "truncated");
  }

  askApproval() {
    this.#enter("approval");
    this.#question.hidden = false;
    this.#question.replaceChildren(
      element("p", "", "This tool runs only if you allow it."),
      button("Approve", "primary", () => this.#answer(true)),
      button("Deny", "quiet", () => this.#answer(false)),
    );
  }

  /** @param {object} args */
  run(args) {
    if (this.#argsText === "") this.plan(JSON.stringify(args), "ready");
    this.#hideQuestion();
    this.#output.replaceChildren("…");
    this.#enter("running");
  }

  /** @param {Observation} observation */
  finish({ outcome, output, error, ms }) {
    this.#hideQuestion();
    this.#time.textContent = outcome === "completed" || outcome === "failed" ? duration(ms) : "";
    this.#output.replaceChildren(...observationNodes(outcome, output, error));
    this.#enter(outcome);
  }

  /** The run was stopped: what has no observation will not get one. */
  abandon() {
    if (
      ["completed", "failed", "blocked", "denied", "skipped", "unknown", "truncated"].includes(this.state)
    ) return;
    this.#hideQuestion();
    this.#output.replaceChildren("–");
    this.#enter("cancelled");
  }

  get state() {
    return this.element.dataset.state ?? "";
  }

  /** @param {boolean} approved */
  #answer(approved) {
    this.#hideQuestion();
    // The button that had the focus is gone: keep the keyboard's place.
    this.element.tabIndex = -1;
    this.element.focus({ preventScroll: true });
    this.#enter(approved ? "approved" : "denied");
    this.#decide(this.callId, approved);
  }

  #hideQuestion() {
    this.#question.hidden = true;
    this.#question.replaceChildren();
  }

  /** @param {keyof LABELS} state */
  #enter(state) {
    this.element.dataset.state = state;
    this.#state.textContent = LABELS[state];
  }
}

/** @param {Observation["outcome"]} outcome @param {Observation["output"]} output @param {Observation["error"]} error */
function observationNodes(outcome, output, error) {
  if (error === undefined) return jsonNodes(output);
  const words = outcome === "failed" ? \`\${error.kind}: \${error.message}\` : error.message;
  const reason = element("span", "call-error", words);
  const hint = error.hint === undefined ? [] : [\`\\n\${error.hint}\`];
  return [reason, ...hint, ...(output === null ? [] : ["\\n", ...jsonNodes(output)])];
}

/** @param {number} ms */
function duration(ms) {
  return ms < 1000 ? \`\${Math.round(ms)} ms\` : \`\${(ms / 1000).toFixed(1)} s\`;
}
`,
  },
  {
    path: "/playground/conversation.js",
    type: "text/javascript; charset=utf-8",
    etag: '"42c6262329cf2272924e"',
    text: `// One thread as this page lives through it: send, watch, lose the connection, come back, decide, stop. The run belongs to the
// server; leaving this page, or opening another thread, does not end it.

/** @typedef {import("../../core/event.ts").StepEvent} StepEvent */
/** @typedef {import("../../core/state.ts").ThreadStatus} ThreadStatus */
/** @typedef {import("./api.js").StepBody} StepBody */
/** @typedef {AsyncGenerator<{ id: string, event: StepEvent }, void>} Events */

import * as api from "./api.js";
import { Transcript } from "./transcript.js";

/** Waits before each attempt to reconnect, in milliseconds. */
const BACKOFF_MS = [250, 500, 1000, 2000, 4000, 8000];

/** The message whose step has not committed yet: the store does not tell it to a page that was reloaded meanwhile. */
const SENT = "treadle.sent";

export class Conversation {
  thread = "";
  agent = "";
  running = false;
  /** A cancel was sent; the step ends when it next shows a sign of life. */
  stopping = false;
  steps = 0;
  /** @type {ThreadStatus | ""} */
  status = "";

  #transcript;
  #onChange;
  #onError;
  #lastEventId = "";
  /** Notices that stand until something new begins. @type {HTMLElement[]} */
  #passing = [];
  /** Steps up to this one are on the page already, from the history. */
  #drawnSteps = 0;
  /** Aborts when the page turns to another thread. */
  #visit = new AbortController();
  /** Settles when nothing is watched. @type {Promise<void>} */
  #idle = Promise.resolve();

  /**
   * @param {HTMLElement} root Where the transcript goes.
   * @param {{ onChange: () => void, onError: (error: unknown) => void }} listeners
   */
  constructor(root, { onChange, onError }) {
    this.#transcript = new Transcript(root, (callId, approved) => this.#decide(callId, approved));
    this.#onChange = onChange;
    this.#onError = onError;
  }

  /** Turns to a thread that does not exist yet. */
  startNew() {
    this.#turnTo("");
    this.#onChange();
  }

  /** Turns to a thread and shows what the store has of it. @param {string} thread */
  async open(thread) {
    this.#turnTo(thread);
    this.#onChange();
    await this.#watched(async (signal) => {
      const found = await api.readThread(thread);
      if (signal.aborted) return;
      if (found === undefined) {
        this.#transcript.addNotice("plain", {
          title: "There is no such thread.",
          detail: \`\${thread} is not in this store. Your next message begins it.\`,
        });
        return;
      }
      const { detail, history } = found;
      this.agent = detail.agent;
      this.status = detail.status;
      this.steps = this.#drawnSteps = detail.counters.steps;
      this.#transcript.load(history);
      for (const { id, name, args, state } of detail.calls) {
        if (state === "approval") {
          this.#transcript.apply({ type: "approval.requested", callId: id, name, args, seq: 0 });
        }
      }
      if (detail.running) {
        this.#showSent();
        await this.#resume(signal);
      } else this.#offerToGoOn();
    });
  }

  /**
   * Sends a message. False when the server did not take it, so that nothing typed is lost.
   *
   * @param {string} agent @param {string} text
   */
  async send(agent, text) {
    const isNew = this.thread === "";
    if (isNew) this.thread = randomId("thread");
    this.agent = agent;
    const visit = this.#visit;
    const bubble = this.#transcript.addUser(text);
    sessionStorage.setItem(SENT, JSON.stringify({ thread: this.thread, text }));
    const taken = await this.#run({ agent, input: text, until: "done" });
    if (taken || visit !== this.#visit) return true;
    bubble.remove();
    if (isNew) this.thread = "";
    this.#onChange();
    return false;
  }

  async stop() {
    this.stopping = true;
    this.#onChange();
    try {
      await api.cancel(this.thread);
    } catch (error) {
      this.stopping = false;
      this.#onError(error);
      this.#onChange();
    }
  }

  /** @param {string} callId @param {boolean} approved */
  async #decide(callId, approved) {
    const { thread } = this;
    // The question is on the page a moment before the plan that it belongs to is committed.
    await this.#idle;
    try {
      await api.decide(thread, callId, approved);
    } catch (error) {
      const decidedBefore = error instanceof api.ApiError && error.code === "approval_decided";
      if (!decidedBefore) {
        this.#transcript.card(callId)?.askApproval();
        return this.#onError(error);
      }
    }
    if (thread === this.thread && this.#transcript.undecided.length === 0) await this.#goOn();
  }

  async #goOn() {
    await this.#run({ agent: this.agent, until: "done" });
  }

  /** Runs steps and watches them. False when the server refused. @param {StepBody} body */
  async #run(body) {
    let taken = false;
    await this.#watched(async (signal) => {
      const events = await this.#start(body, signal);
      taken = true;
      this.#onChange();
      if (events === undefined || !await this.#follow(events, signal)) await this.#resume(signal);
    });
    return taken;
  }

  /**
   * Starts steps, again with the same idempotency key when the network fails: whether the first request arrived or not, they
   * run once. Undefined when they are running already.
   *
   * @param {StepBody} body @param {AbortSignal} signal
   */
  async #start(body, signal) {
    const key = randomId("page");
    for (const wait of [...BACKOFF_MS.slice(0, 3), 0]) {
      try {
        return await api.startSteps(this.thread, body, key, signal);
      } catch (error) {
        if (error instanceof api.ApiError && error.code === "idempotency_in_flight") return undefined;
        if (error instanceof api.ApiError || signal.aborted || wait === 0) throw error;
        await sleep(wait);
      }
    }
    return undefined;
  }

  /** Comes back to the events after the last one seen, until the run ends. @param {AbortSignal} signal */
  async #resume(signal) {
    for (let attempt = 0; attempt < BACKOFF_MS.length && !signal.aborted; attempt++) {
      const seen = this.#lastEventId;
      try {
        const events = await api.resumeEvents(this.thread, seen, signal);
        // Nothing runs and nothing is told: the store has the rest, or the worker has vanished.
        if (events === undefined) return void await this.open(this.thread);
        if (await this.#follow(events, signal)) return;
      } catch (error) {
        if (error instanceof api.ApiError && error.status < 500) throw error;
      }
      if (this.#lastEventId !== seen) attempt = 0;
      await sleep(BACKOFF_MS[attempt] ?? 0);
    }
    if (signal.aborted) return;
    this.#transcript.addNotice("bad", {
      title: "The connection is lost.",
      detail: "The run goes on without this page.",
      action: { label: "Reconnect", run: () => void this.open(this.thread) },
    });
  }

  /**
   * Draws events as they come. True when they end with the end of the run, false when the stream broke.
   *
   * @param {Events} events @param {AbortSignal} signal
   */
  async #follow(events, signal) {
    let skipped = false;
    try {
      for await (const { id, event } of events) {
        if (signal.aborted) return true;
        this.#lastEventId = id;
        if (event.type === "step.started") skipped = event.step <= this.#drawnSteps;
        if (skipped) continue;
        this.#transcript.apply(event);
        if (this.#endsWith(event)) return true;
      }
    } catch (error) {
      if (signal.aborted) return true;
      if (error instanceof api.ApiError) throw error;
    }
    return false;
  }

  /** Whether the event is the last one of the run. @param {StepEvent} event */
  #endsWith(event) {
    switch (event.type) {
      case "step.started":
        this.steps = event.step;
        this.#onChange();
        return false;
      case "step.finished":
        this.status = event.status;
        sessionStorage.removeItem(SENT);
        this.#onChange();
        return !event.continues;
      case "step.failed": {
        const { code, retryable } = event.error;
        this.status = code === "step_cancelled" ? "cancelled" : retryable ? "open" : "failed";
        sessionStorage.removeItem(SENT);
        this.#offerToGoOn();
        return true;
      }
      default:
        return false;
    }
  }

  #offerToGoOn() {
    const title = this.status === "open"
      ? "The run is not finished."
      : this.status === "failed"
      ? "The last step failed."
      : undefined;
    if (title === undefined) return;
    this.#passing.push(this.#transcript.addNotice("plain", {
      title,
      detail: "Everything up to here is committed.",
      action: { label: "Go on from here", run: () => void this.#goOn() },
    }));
  }

  #showSent() {
    const { thread, text } = JSON.parse(sessionStorage.getItem(SENT) ?? "{}");
    if (thread === this.thread && typeof text === "string") this.#transcript.addUser(text);
  }

  /** Marks the page as busy while \`watch\` runs, and reports what it throws unless the page has turned away. */
  async #watched(/** @type {(signal: AbortSignal) => Promise<void>} */ watch) {
    const { signal } = this.#visit;
    /** @type {PromiseWithResolvers<void>} */
    const { promise, resolve } = Promise.withResolvers();
    this.#idle = promise;
    this.#passing.splice(0).forEach((notice) => notice.remove());
    this.running = true;
    this.#onChange();
    try {
      await watch(signal);
    } catch (error) {
      if (!signal.aborted) this.#onError(error);
    }
    if (!signal.aborted) {
      this.running = this.stopping = false;
      this.#transcript.settle();
      this.#onChange();
    }
    resolve();
  }

  /** @param {string} thread */
  #turnTo(thread) {
    this.#visit.abort();
    this.#visit = new AbortController();
    this.#transcript.clear();
    this.thread = thread;
    this.agent = "";
    this.status = "";
    this.steps = 0;
    this.running = this.stopping = false;
    this.#lastEventId = "";
    this.#drawnSteps = 0;
  }

  /** @param {{ title: string, detail: string, code: string }} problem */
  showProblem(problem) {
    this.#passing.push(this.#transcript.addNotice("bad", problem));
  }

  get isEmpty() {
    return this.thread === "";
  }
}

/** \`thread_k3v9…\`; crypto.randomUUID would need a secure context. @param {string} prefix */
function randomId(prefix) {
  const bytes = crypto.getRandomValues(new Uint8Array(20));
  return \`\${prefix}_\${Array.from(bytes, (byte) => "0123456789abcdefghjkmnpqrstvwxyz"[byte & 31]).join("")}\`;
}

/** @param {number} ms */
function sleep(ms) {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
`,
  },
  {
    path: "/playground/dom.js",
    type: "text/javascript; charset=utf-8",
    etag: '"bd11250315996fceadd8"',
    text: `// The only way this page makes elements. Strings become text nodes, so nothing that a model, a tool or a user wrote is ever
// read as markup.

/**
 * @template {keyof HTMLElementTagNameMap} Tag
 * @param {Tag} tag
 * @param {string} className
 * @param {...(Node | string)} children
 * @returns {HTMLElementTagNameMap[Tag]}
 */
export function element(tag, className, ...children) {
  const node = document.createElement(tag);
  if (className !== "") node.className = className;
  node.append(...children);
  return node;
}

/**
 * @param {string} label
 * @param {string} className
 * @param {() => void} onClick
 */
export function button(label, className, onClick) {
  const node = element("button", className, label);
  node.type = "button";
  node.addEventListener("click", onClick);
  return node;
}

/**
 * The element that page.html declares under an id.
 *
 * @template {HTMLElement} Type
 * @param {string} id
 * @param {new () => Type} type
 * @returns {Type}
 */
export function byId(id, type) {
  const node = document.getElementById(id);
  if (node instanceof type) return node;
  throw new Error(\`The page has no \${type.name} with the id \${id}.\`);
}
`,
  },
  {
    path: "/playground/json_view.js",
    type: "text/javascript; charset=utf-8",
    etag: '"81e479b6c46e7966f7fa"',
    text: `// JSON for people: indented, with its kinds of tokens marked for colour.

import { element } from "./dom.js";

/** Characters after which colour, and then the text itself, would make the page slow. */
const COLOUR_LIMIT = 20_000;
const TEXT_LIMIT = 100_000;

const TOKEN = /("(?:\\\\.|[^"\\\\])*")(\\s*:)?|\\b(?:true|false|null)\\b|-?\\d+(?:\\.\\d+)?(?:[eE][+-]?\\d+)?/g;

/**
 * @param {unknown} value A JSON value.
 * @returns {Node[]}
 */
export function jsonNodes(value) {
  const text = JSON.stringify(value, null, 2) ?? "";
  if (text.length > TEXT_LIMIT) {
    const rest = (text.length - TEXT_LIMIT).toLocaleString("en");
    return [document.createTextNode(\`\${text.slice(0, TEXT_LIMIT)}\\n… \${rest} more characters\`)];
  }
  return text.length > COLOUR_LIMIT ? [document.createTextNode(text)] : colour(text);
}

/**
 * The same for text that should be JSON and may not be: what a model writes is shown as it is.
 *
 * @param {string} text
 */
export function jsonTextNodes(text) {
  try {
    return jsonNodes(JSON.parse(text));
  } catch {
    return [document.createTextNode(text)];
  }
}

/**
 * @param {string} text
 * @returns {Node[]}
 */
function colour(text) {
  /** @type {Node[]} */
  const nodes = [];
  let from = 0;
  for (const match of text.matchAll(TOKEN)) {
    nodes.push(document.createTextNode(text.slice(from, match.index)));
    const [token, string, colon] = match;
    const kind = string === undefined ? "json-atom" : colon === undefined ? "json-string" : "json-key";
    nodes.push(element("span", kind, string ?? token));
    from = match.index + (string ?? token).length;
  }
  nodes.push(document.createTextNode(text.slice(from)));
  return nodes;
}
`,
  },
  {
    path: "/",
    type: "text/html; charset=utf-8",
    etag: '"2a9c630add04902b4e29"',
    text: `<!DOCTYPE html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1, interactive-widget=resizes-content">
    <meta name="color-scheme" content="light dark">
    <meta
      name="description"
      content="Treadle runs tool-using LLM agents as stateless edge functions: one request is one step."
    >
    <title>Treadle</title>
    <link
      rel="icon"
      href="data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 24 24'%3E%3Cg fill='%236d7ff0'%3E%3Cpath d='M6 1h4v6H6zM6 13h4v10H6zM14 1h4v10h-4zM14 17h4v6h-4zM1 8h10v4H1zM13 12h10v4H13z'/%3E%3Cpath d='M12 8h0zM17 8h6v3h-6zM1 13h4v3H1z' opacity='.55'/%3E%3C/g%3E%3C/svg%3E"
    >
    <link rel="stylesheet" href="/playground/app.css">
    <link rel="modulepreload" href="/playground/api.js">
    <link rel="modulepreload" href="/playground/call_card.js">
    <link rel="modulepreload" href="/playground/conversation.js">
    <link rel="modulepreload" href="/playground/dom.js">
    <link rel="modulepreload" href="/playground/json_view.js">
    <link rel="modulepreload" href="/playground/sse.js">
    <link rel="modulepreload" href="/playground/step_view.js">
    <link rel="modulepreload" href="/playground/transcript.js">
    <script type="module" src="/playground/app.js"></script>
  </head>
  <body>
    <header class="bar">
      <a class="brand" href="/" aria-label="Treadle, home">
        <svg viewBox="0 0 24 24" width="22" height="22" aria-hidden="true" focusable="false">
          <path d="M6 1h4v6H6zM6 13h4v10H6zM14 1h4v10h-4zM14 17h4v6h-4zM1 8h10v4H1zM13 12h10v4H13z" />
          <path class="brand-back" d="M17 8h6v3h-6zM1 13h4v3H1z" />
        </svg>
        <span>Treadle</span>
      </a>
      <label class="agent">
        <span>Agent</span>
        <select id="agent" disabled>
          <option value="demo">demo</option>
        </select>
      </label>
      <button id="new-thread" class="quiet" type="button">New thread</button>
    </header>

    <main>
      <section id="intro" class="intro" aria-labelledby="headline">
        <h1 id="headline">One request. One step.</h1>
        <p class="lead">
          Treadle runs tool-using LLM agents as stateless edge functions. Between two steps nothing runs and nothing
          is held in memory, so any machine can take the next one.
        </p>
        <ol class="stroke">
          <li>
            <strong>Act</strong>
            <span>Run the tool calls that the step before has planned.</span>
          </li>
          <li>
            <strong>Plan</strong>
            <span>Ask the model once. It answers, or plans the next calls.</span>
          </li>
          <li>
            <strong>Commit</strong>
            <span>Write it all to the store, in one atomic request.</span>
          </li>
        </ol>
        <noscript>
          <p
            class="notice bad">This page talks to the API with JavaScript, which is off. <code>curl</code> works too.</p>
        </noscript>
      </section>
      <div id="transcript" class="transcript" role="log" aria-live="polite" aria-label="Conversation"></div>
    </main>

    <footer class="dock">
      <form id="key-form" class="key" hidden>
        <label for="key">API key</label>
        <input
          id="key"
          type="password"
          autocomplete="off"
          spellcheck="false"
          aria-describedby="key-hint"
          required
        >
        <button class="primary" type="submit">Use key</button>
        <p id="key-hint">This deployment wants a key. It stays in this tab and is forgotten with it.</p>
      </form>
      <div id="examples" class="examples" role="group" aria-label="Examples" hidden>
        <button type="button" data-tool="get_weather">What is the weather in Paris?</button>
        <button type="button" data-tool="delete_record">delete record r1</button>
      </div>
      <form id="composer" class="composer">
        <label class="unseen" for="input">Message</label>
        <textarea
          id="input"
          rows="1"
          placeholder="Message the agent"
          autocomplete="off"
          aria-describedby="status"
          enterkeyhint="send"
        ></textarea>
        <button id="stop" class="quiet" type="button" hidden>Stop</button>
        <button id="send" class="primary" type="submit">Send</button>
      </form>
      <p id="status" class="status" role="status"></p>
    </footer>
  </body>
</html>
`,
  },
  {
    path: "/playground/sse.js",
    type: "text/javascript; charset=utf-8",
    etag: '"931a2f190e7a8fa943da"',
    text: `// Server-sent events (HTML standard, section 9.2.6) from a fetch body. EventSource cannot send a POST, a body or a key.

/**
 * @typedef {object} ServerEvent
 * @property {string} id The last id seen so far, "" before the first one.
 * @property {string} type
 * @property {string} data
 */

/**
 * A parser that takes text in pieces of any size and calls \`onEvent\` for each whole event.
 *
 * @param {(event: ServerEvent) => void} onEvent
 * @returns {(text: string) => void}
 */
export function createEventParser(onEvent) {
  let buffer = "";
  let atStart = true;
  let id = "";
  let type = "";
  /** @type {string[]} */
  let data = [];

  return (text) => {
    buffer += text;
    if (atStart && buffer !== "") {
      if (buffer.startsWith("\\uFEFF")) buffer = buffer.slice(1);
      atStart = false;
    }
    const lineEnd = /\\r\\n|\\r|\\n/g;
    let from = 0;
    for (let end = lineEnd.exec(buffer); end !== null; end = lineEnd.exec(buffer)) {
      // A CR that ends the piece may be the first half of a CRLF: the next piece will tell.
      if (end[0] === "\\r" && lineEnd.lastIndex === buffer.length) break;
      takeLine(buffer.slice(from, end.index));
      from = lineEnd.lastIndex;
    }
    buffer = buffer.slice(from);
  };

  /** @param {string} line */
  function takeLine(line) {
    if (line === "") return dispatch();
    const colon = line.indexOf(":");
    const field = colon === -1 ? line : line.slice(0, colon);
    const value = colon === -1 ? "" : line.slice(colon + 1).replace(/^ /, "");
    // A line that begins with a colon is a comment (our heartbeat): its field is "".
    if (field === "data") data.push(value);
    else if (field === "event") type = value;
    else if (field === "id" && !value.includes("\\0")) id = value;
  }

  function dispatch() {
    if (data.length > 0) onEvent({ id, type: type === "" ? "message" : type, data: data.join("\\n") });
    type = "";
    data = [];
  }
}

/**
 * The events of a response body, as they arrive. Leaving the loop cancels the body.
 *
 * @param {ReadableStream<Uint8Array>} body
 * @returns {AsyncGenerator<ServerEvent, void>}
 */
export async function* readEvents(body) {
  /** @type {ServerEvent[]} */
  const arrived = [];
  const parse = createEventParser((event) => arrived.push(event));
  const decoder = new TextDecoder();
  const reader = body.getReader();
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      parse(decoder.decode(value, { stream: true }));
      yield* arrived.splice(0);
    }
  } finally {
    await reader.cancel().catch(() => {});
  }
}
`,
  },
  {
    path: "/playground/step_view.js",
    type: "text/javascript; charset=utf-8",
    etag: '"e39f5bd5ae5a2de41455"',
    text: `// One step on the page: what it acted on, what it planned, what it cost.

/** @typedef {import("../../core/usage.ts").Usage} Usage */
/** @typedef {import("../../core/tool_choice.ts").EffectiveChoice} EffectiveChoice */
/** @typedef {import("./call_card.js").CallCard} CallCard */

import { element } from "./dom.js";

export class StepView {
  #phases = element("span", "phases");
  #body = element("div", "step-body");
  #facts = element("p", "facts");
  #model = element("span", "model");
  /** @type {Map<number, Text>} */
  #blocks = new Map();
  /** @type {string[]} */
  #acted = [];
  /** @type {string[]} */
  #planned = [];

  /** @param {number | null} number Null when it is not known, in a long history. */
  constructor(number) {
    const title = number === null ? "Step" : \`Step \${number}\`;
    this.element = element(
      "section",
      "step",
      element("header", "step-head", element("h2", "", title), this.#phases, this.#model),
      this.#body,
      this.#facts,
    );
  }

  /** @param {string} model \`provider/model\` */
  askModel(model) {
    this.#model.textContent = model;
  }

  /** While a step is live, assistive technology waits with reading it out, and the knot on the thread moves. */
  set live(/** @type {boolean} */ live) {
    this.element.classList.toggle("live", live);
    this.element.ariaBusy = String(live);
  }

  /** @param {string} name A tool that this step ran. */
  act(name) {
    this.#acted.push(name);
    this.#showPhases();
  }

  /** @param {CallCard} card */
  addCall(card) {
    this.#planned.push(card.name);
    this.#showPhases();
    this.#body.append(card.element);
  }

  /** @param {number} block */
  startText(block) {
    if (!this.#planned.includes("text")) this.#planned.push("text");
    this.#showPhases();
    const text = document.createTextNode("");
    this.#blocks.set(block, text);
    this.#body.append(element("p", "text", text));
  }

  /** @param {number} block */
  startReasoning(block) {
    const text = document.createTextNode("");
    this.#blocks.set(block, text);
    this.#body.append(
      element("details", "reasoning", element("summary", "", "Reasoning"), element("p", "text", text)),
    );
  }

  /** @param {number} block @param {string} text */
  write(block, text) {
    this.#blocks.get(block)?.appendData(text);
  }

  /** @param {EffectiveChoice} choice */
  choose(choice) {
    const requested = element("b", "", choiceWords(choice.requested));
    this.#facts.append(
      element("span", "", "tool choice ", requested, \` (\${choice.enforcement}) because \${choice.because}\`),
    );
  }

  /** @param {Usage} usage */
  pay({ inputTokens, outputTokens, cachedTokens, reasoningTokens }) {
    const counts = [
      \`tokens: \${inputTokens.toLocaleString("en")} in\`,
      \`\${outputTokens.toLocaleString("en")} out\`,
      ...(cachedTokens ? [\`\${cachedTokens.toLocaleString("en")} cached\`] : []),
      ...(reasoningTokens ? [\`\${reasoningTokens.toLocaleString("en")} reasoning\`] : []),
    ];
    this.#facts.append(element("span", "usage", counts.join(", ")));
  }

  /** @param {Node} node */
  append(node) {
    this.#body.append(node);
  }

  // "act get_weather" then "plan answer": the two halves of every step, by the names that the documentation uses.
  #showPhases() {
    const calls = this.#planned.filter((name) => name !== "text");
    const plan = calls.length > 0 ? countNames(calls) : this.#planned.length > 0 ? "the answer" : "";
    this.#phases.replaceChildren(
      ...(this.#acted.length > 0 ? [phase("act", countNames(this.#acted))] : []),
      ...(plan === "" ? [] : [phase("plan", plan)]),
    );
  }
}

/** @param {"act" | "plan"} kind @param {string} what */
function phase(kind, what) {
  return element("span", \`phase \${kind}\`, element("b", "", kind), " ", what);
}

/** \`get_weather ×3, delete_record\` @param {string[]} names */
function countNames(names) {
  /** @type {Map<string, number>} */
  const counts = new Map();
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1);
  return Array.from(counts, ([name, count]) => count === 1 ? name : \`\${name} ×\${count}\`).join(", ");
}

/** @param {EffectiveChoice["requested"]} choice */
function choiceWords(choice) {
  switch (choice.type) {
    case "tool":
      return choice.name;
    case "allowed":
      return \`\${choice.mode}: \${choice.names.join(", ")}\`;
    default:
      return choice.type;
  }
}
`,
  },
  {
    path: "/playground/transcript.js",
    type: "text/javascript; charset=utf-8",
    etag: '"b2e539f0c9f573a442a6"',
    text: `// The conversation on the page. Events and stored entries draw the same things, so a reload looks like the run did.

/** @typedef {import("../../core/event.ts").StepEvent} StepEvent */
/** @typedef {import("../../runtime/threads.ts").EntryView} EntryView */
/** @typedef {import("../../runtime/threads.ts").HistoryPage} HistoryPage */

import { CallCard } from "./call_card.js";
import { button, element } from "./dom.js";
import { StepView } from "./step_view.js";

/** Pixels from the end within which a reader counts as following. */
const FOLLOWING = 96;

export class Transcript {
  #root;
  #decide;
  /** @type {Map<string, CallCard>} */
  #cards = new Map();
  /** @type {StepView | undefined} */
  #step;

  /**
   * @param {HTMLElement} root
   * @param {(callId: string, approved: boolean) => void} decide
   */
  constructor(root, decide) {
    this.#root = root;
    this.#decide = decide;
  }

  clear() {
    this.#root.replaceChildren();
    this.#cards.clear();
    this.#step = undefined;
  }

  /** @param {string} text @returns {HTMLElement} */
  addUser(text) {
    const bubble = element("section", "user", element("h2", "unseen", "You"), element("p", "text", text));
    this.#root.append(bubble);
    this.#scrollToEnd();
    return bubble;
  }

  /**
   * A line about the run itself.
   *
   * @param {"warn" | "bad" | "plain"} kind
   * @param {{ title: string, detail?: string, code?: string, action?: { label: string, run: () => void } }} content
   */
  addNotice(kind, { title, detail, code, action }) {
    const notice = element("div", \`notice \${kind}\`, element("p", "", element("b", "", title)));
    if (detail) notice.append(element("p", "", detail));
    if (code) notice.append(element("code", "", code));
    if (action) {
      notice.append(button(action.label, "quiet", () => {
        notice.remove();
        action.run();
      }));
    }
    this.#follow(() => this.#root.append(notice));
    return notice;
  }

  /** @param {StepEvent} event */
  apply(event) {
    this.#follow(() => this.#draw(event));
  }

  /** The calls that wait for a human. */
  get undecided() {
    return [...this.#cards.values()].filter((card) => card.state === "approval");
  }

  /** @param {string} callId */
  card(callId) {
    return this.#cards.get(callId);
  }

  /** No step is live any more, however that came about. */
  settle() {
    if (this.#step) this.#step.live = false;
  }

  /** @param {HistoryPage} history */
  load({ entries, start }) {
    if (start > 0) {
      this.addNotice("plain", { title: \`\${start.toLocaleString("en")} earlier entries are not shown.\` });
    }
    // One commit gives all its entries one version: that is a step.
    let version = -1;
    let number = 0;
    for (const entry of entries) {
      if (entry.version !== version) {
        version = entry.version;
        number += 1;
        this.#step = undefined;
      }
      this.#drawEntry(entry, start > 0 ? null : number);
    }
    this.#step = undefined;
    this.#scrollToEnd();
  }

  /** @param {StepEvent} event */
  #draw(event) {
    switch (event.type) {
      case "step.started":
        this.#openStep(event.step);
        this.#openedStep.live = true;
        this.#openedStep.askModel(event.choice === null ? "" : event.model);
        if (event.choice !== null) this.#openedStep.choose(event.choice);
        return;
      case "warning":
        return this.#openedStep.append(notice("warn", event.message, event.code));
      case "text.started":
        return this.#openedStep.startText(event.block);
      case "reasoning.started":
        return this.#openedStep.startReasoning(event.block);
      case "text.delta":
      case "reasoning.delta":
        return this.#openedStep.write(event.block, event.text);
      case "text.ended":
      case "reasoning.ended":
        return;
      case "call.started":
        this.#cardOf(event.callId, event.name);
        return;
      case "call.delta":
        return this.#cards.get(event.callId)?.writeArgs(event.text);
      case "call.ready":
        return this.#cardOf(event.callId, event.name).plan(event.args, event.readiness);
      case "tool.started":
        return this.#cardOf(event.callId, event.name).run(event.args);
      case "tool.finished":
        this.#cardOf(event.callId, event.name).finish(event);
        return this.#openedStep.act(event.name);
      case "approval.requested":
        return this.#cardOf(event.callId, event.name).askApproval();
      case "usage":
        return this.#openedStep.pay(event);
      case "step.finished":
        this.#openedStep.live = false;
        return;
      case "step.failed":
        return this.#drawFailure(event);
      default:
        return ignore(event);
    }
  }

  /** @param {Extract<StepEvent, { type: "step.failed" }>} event */
  #drawFailure({ error }) {
    this.#openedStep.live = false;
    if (error.code !== "step_cancelled") {
      return this.#openedStep.append(notice("bad", error.message, error.code));
    }
    this.#openedStep.append(notice("plain", "Stopped. What was said until then is kept.", ""));
    for (const card of this.#cards.values()) card.abandon();
  }

  /** @param {EntryView} entry @param {number | null} number */
  #drawEntry(entry, number) {
    switch (entry.type) {
      case "user":
        this.addUser(entry.text);
        return;
      case "assistant":
        this.#openStepOnce(number);
        entry.blocks.forEach((block, index) => this.#drawBlock(block, index));
        this.#openedStep.askModel(entry.model);
        this.#openedStep.pay(entry.usage);
        if (entry.interrupted) this.#openedStep.append(notice("plain", "Stopped here.", ""));
        return;
      case "tool":
        this.#openStepOnce(number);
        this.#cardOf(entry.callId, entry.name).finish(entry);
        this.#openedStep.act(entry.name);
        return;
      case "summary":
        this.addNotice("plain", { title: "Summary of what came before", detail: entry.text });
        return;
      default:
        return ignore(entry);
    }
  }

  /** @param {Extract<EntryView, { type: "assistant" }>["blocks"][number]} block @param {number} index */
  #drawBlock(block, index) {
    switch (block.type) {
      case "text":
        this.#openedStep.startText(index);
        return this.#openedStep.write(index, block.text);
      case "reasoning":
        if (block.text === "") return;
        this.#openedStep.startReasoning(index);
        return this.#openedStep.write(index, block.text);
      case "call":
        return this.#cardOf(block.id, block.name).plan(block.args, "ready");
      default:
        return ignore(block);
    }
  }

  /** A call is drawn where it was planned, also when a later step runs it. @param {string} callId @param {string} name */
  #cardOf(callId, name) {
    let card = this.#cards.get(callId);
    if (card === undefined) {
      card = new CallCard(callId, name, this.#decide);
      this.#cards.set(callId, card);
      this.#openedStep.addCall(card);
    }
    return card;
  }

  /** @param {number | null} number */
  #openStep(number) {
    this.settle();
    this.#step = new StepView(number);
    this.#root.append(this.#step.element);
    return this.#step;
  }

  /** @param {number | null} number */
  #openStepOnce(number) {
    return this.#step ?? this.#openStep(number);
  }

  /** The step that events are about. A stream that was resumed late may not have told of its start. */
  get #openedStep() {
    return this.#openStepOnce(null);
  }

  /** Draws, and stays at the end only if the reader was there. @param {() => void} draw */
  #follow(draw) {
    const page = document.scrollingElement ?? document.documentElement;
    const following = page.scrollHeight - page.scrollTop - page.clientHeight < FOLLOWING;
    draw();
    if (following) this.#scrollToEnd();
  }

  #scrollToEnd() {
    const page = document.scrollingElement ?? document.documentElement;
    page.scrollTop = page.scrollHeight;
  }
}

/** @param {"warn" | "bad" | "plain"} kind @param {string} message @param {string} code */
function notice(kind, message, code) {
  return element(
    "div",
    \`notice \${kind}\`,
    element("p", "", message),
    ...(code === "" ? [] : [element("code", "", code)]),
  );
}

/** A kind that a newer server sends; the type says that today there is none. @param {never} _value */
function ignore(_value) {}
`,
  },
];
