// The door of AG-UI: POST of a RunAgentInput runs the agent and answers with the events of one run.

import { AgentError } from "../../core/error.ts";
import type { EntryView } from "../../core/contract/entries.ts";
import type { ThreadRef } from "../../core/store/thread.ts";
import { callsAwaiting } from "../../core/held_calls/held_view.ts";
import { findRedactor } from "../../kernel/redaction/find_redactor.ts";
import type { Busy } from "../../kernel/request.ts";
import { awaitCancelled, interruptStep } from "../../kernel/session/interrupt.ts";
import { readThread } from "../../kernel/threads/threads.ts";
import { type Withdrawal, withdrawInput } from "../../kernel/threads/list_waiting.ts";
import { threadUnknown } from "../../kernel/snapshot.ts";
import { assertBoundAgent, assertInRange } from "../../kernel/owner.ts";
import { assertScope } from "../../http/access/scopes.ts";
import type { HttpContext, HttpDeps } from "../../http/context.ts";
import { requireForks } from "../../http/ports/forks.ts";
import { readBody } from "../../http/read_body.ts";
import {
  assertForkable,
  currentBranch,
  forkBranch,
  orRemoveFork,
  toForkBefore,
} from "../../http/conversation/branches.ts";
import { assertNoInstructions } from "../../http/conversation/instructions.ts";
import { isUnknownKey, NO_VERSION } from "../../http/conversation/known_request.ts";
import { agentOfPath } from "../../http/conversation/path_agent.ts";
import { type ClientAnswers, readClientAnswers, recordAnswers } from "./answers.ts";
import { readBranch, readVisibleBranch, type VisibleBranch } from "./branch.ts";
import { findOwnBranch } from "./own_branch.ts";
import { assertUnchanged } from "./earlier.ts";
import { foreignHistory } from "./foreign_history.ts";
import {
  pageTools,
  readBusy,
  readInstructions,
  readMode,
  readModel,
  type Said,
  stepRequest,
  type TurnFields,
} from "./request.ts";
import { streamRun, streamThread } from "./run_stream.ts";
import { withOwnMedia } from "./own_media.ts";
import { type AgUiBody, agUiBody } from "./schema.ts";
import { readMessages, threadMessages, withHistory, withoutRest } from "./visible.ts";
import { type NewMessage, readTurn, type Turn } from "./turn.ts";

/**
 * `POST /agui[/:agent]`.
 *
 * @throws {AgentError} for every refusal, before the stream begins
 */
export async function postAgUi(
  c: HttpContext,
  { name, busy }: { readonly name: string | undefined; readonly busy: Busy },
  deps: HttpDeps,
): Promise<Response> {
  // Every answer begins with what stands of the thread.
  assertScope(c.get("scopes"), "read");
  const agent = agentOfPath(name, deps);
  assertBoundAgent(c.var.bound, agent.name);
  const { value: body, json } = await readBody(c, agUiBody, deps);
  assertInRange(c.var.bound, body.threadId);
  assertNoInstructions(c.var.bound, body.messages);
  const said: Said = {
    body,
    agent,
    messages: readMessages(json),
    mode: readMode(c, body),
    model: readModel(body),
    busy: readBusy(body) ?? busy,
    tools: pageTools(body, agent),
    instructions: readInstructions(body),
  };
  if (body.messages.length === 0 && (body.resume ?? []).length === 0) {
    return await streamThread(said, await readVisibleBranch(body, agent, c.var, deps), deps);
  }
  let { branch, turn } = await prepareTurn(c, said, deps);
  for (let looks = 1; looks <= LOOKS && turn.type === "input" && turn.replaces !== undefined; looks++) {
    await assertAdmitted(c, said, branch, turn, deps);
    const withdrawal = await replaceWaiting(turn.replaces, branch, deps);
    if (withdrawal === "withdrawn") break;
    // The running step may have consumed it: its answer so far stands in the thread, before the fork.
    if (withdrawal === "taken") await interruptStep(branch.ref, deps);
    ({ branch, turn } = await prepareTurn(c, said, deps));
  }
  for (let stops = 0; stops < STOPS && mustSettle(turn, said, branch, stops > 0); stops++) {
    const known = branch.snapshot?.running ? await findKnownRun(c, said, branch, turn, deps) : undefined;
    if (known !== undefined) return known;
    await assertAdmitted(c, said, branch, turn, deps);
    await settle(branch, deps);
    ({ branch, turn } = await prepareTurn(c, said, deps));
  }
  return await take(c, said, branch, turn, deps);
}

/** Behind a stop a run that is sent again may have begun again. */
const STOPS = 3;

/** Steps that begin with a message that waits while it is looked for. */
const LOOKS = 5;

/** Takes a message that still waits out of the inbox: another one comes in its place. Those behind it stay, as in the chat. */
async function replaceWaiting(
  id: string,
  { ref, snapshot }: VisibleBranch,
  deps: HttpDeps,
): Promise<Withdrawal> {
  if (snapshot === undefined) return "gone";
  if (!snapshot.running) await awaitCancelled(ref, deps); // its commit takes what it has from the inbox
  return await withdrawInput(id, { ref, snapshot }, deps);
}

/** What the messages ask for, with the media of the conversation, and of which branch. */
async function prepareTurn(
  c: HttpContext,
  { body, agent }: Said,
  deps: HttpDeps,
): Promise<{ readonly branch: VisibleBranch; readonly turn: Turn }> {
  const redactor = findRedactor(agent.name, deps);
  const shown = await readVisibleBranch(body, agent, c.var, deps);
  const branch = await findOwnBranch(body.threadId, shown, readTurn(body, shown, redactor), c.var, deps);
  const turn = readTurn(body, branch, redactor);
  if (turn.type !== "on") assertUnchanged(body, branch, redactor);
  return { branch, turn: await withMedia(c, body, turn, deps) };
}

/**
 * True where the step of the thread must end before the messages are consumed: one that has been cancelled and not committed yet, whose
 * question a message behind it would bring again; and one that runs, unless it may go on beside a new message.
 */
function mustSettle(
  turn: Turn,
  { busy }: Said,
  { snapshot }: VisibleBranch,
  isSettled: boolean,
): boolean {
  if (turn.type === "on" || snapshot === undefined) return false;
  const { running, waiting, header: { epoch, cancelledEpoch } } = snapshot;
  if (!running) return waiting > 0 && epoch === cancelledEpoch && !isSettled;
  return turn.type !== "input" || turn.isRepeated || busy === "interrupt" || busy === "restart";
}

/** Refuses what would be refused behind the end of the step, or in a fork, before either is made. */
async function assertAdmitted(
  c: HttpContext,
  said: Said,
  { ref, snapshot }: VisibleBranch,
  turn: Turn,
  deps: HttpDeps,
): Promise<void> {
  if (snapshot === undefined || turn.type === "on") return;
  if (snapshot.running && (turn.type === "again" || turn.type === "edited")) requireForks(deps);
  await assertForkable(await stepRequest(c, said, ref, {}), snapshot, deps);
}

/** Ends the step. What it has said stands in the thread, before the message. */
async function settle({ ref, snapshot }: VisibleBranch, deps: HttpDeps): Promise<void> {
  if (snapshot?.running) await interruptStep(ref, deps);
  else await awaitCancelled(ref, deps);
}

async function take(
  c: HttpContext,
  said: Said,
  branch: VisibleBranch,
  turn: Turn,
  deps: HttpDeps,
): Promise<Response> {
  switch (turn.type) {
    case "input":
    case "on":
      return await goOn(c, said, branch, turn, deps);
    case "again":
    case "edited": {
      const known = await findKnownRun(c, said, branch, turn, deps);
      if (known !== undefined) return known;
      await assertAdmitted(c, said, branch, turn, deps);
      return await answerAnew(c, said, branch, turn, deps);
    }
  }
}

/** The turn with the media that its message has of the conversation: before a fork is made for it. */
async function withMedia(
  c: HttpContext,
  { threadId: id }: AgUiBody,
  turn: Turn,
  deps: HttpDeps,
): Promise<Turn> {
  if (turn.type !== "input" && turn.type !== "edited") return turn;
  const withOwn = async <Message extends NewMessage>(message: Message): Promise<Message> => ({
    ...message,
    content: await withOwnMedia(message.content, { id, caller: c.var }, ["messages"], deps),
  });
  const before = await Promise.all(turn.input.before.map(withOwn));
  return { ...turn, input: { ...await withOwn(turn.input), before } };
}

/** The thread goes on with what the client brings: a message, answers of people, results of its tools. */
async function goOn(
  c: HttpContext,
  said: Said,
  branch: VisibleBranch,
  turn: Extract<Turn, { type: "input" | "on" }>,
  deps: HttpDeps,
): Promise<Response> {
  const { ref, detail, anchor, entries } = branch;
  // The next step consumes the inbox: the worker that had it has vanished.
  const isWaiting = turn.type === "input" && turn.isRepeated && detail?.running === false;
  const input = turn.type === "input" && !isWaiting ? turn.input : undefined;
  if (detail === undefined) {
    if (input === undefined || (said.body.resume ?? []).length > 0) throw threadUnknown(ref);
    const history = await foreignHistory(c, said, deps);
    return await run(c, said, branch, { input, history }, deps);
  }
  const shown = { calls: detail.calls, agent: said.agent, anchor, entries, caller: c.var };
  const answers = await readClientAnswers(said.body, shown, deps);
  if (answers.unknown.length > 0) {
    const known = await findKnownRun(c, said, branch, turn, deps);
    if (known !== undefined) return known;
    throw callsUnknown(ref, answers);
  }
  await recordAnswers(answers.answers, ref, c, deps);
  const { results } = answers;
  if (turn.type === "input") {
    return await run(c, said, branch, { input, results }, deps, turn.input.door);
  }
  const now = answers.answers.length === 0 ? branch : { ...branch, detail: await readThread(ref, deps) };
  return isAtRest(now, results.length)
    ? await streamThread(said, now, deps)
    : await run(c, said, now, { results }, deps);
}

/** Nothing is left to run: the thread has ended, runs already, or waits for people or for the page. */
function isAtRest({ detail }: VisibleBranch, results: number): boolean {
  if (detail === undefined || detail.running) return true;
  const { status, calls } = detail;
  if (callsAwaiting("people", calls).length > 0) return true;
  if (results > 0) return false;
  if (callsAwaiting("caller", calls).length > 0) return true;
  return calls.length === 0 && (status === "done" || status === "waiting") || status === "cancelled";
}

function callsUnknown({ thread }: ThreadRef, { unknown }: ClientAnswers): AgentError {
  const ids = unknown.slice(0, 20).map(({ id }) => id).join(", ");
  return new AgentError(
    "call_unknown",
    `Thread ${thread} does not wait for ${ids}; run it without messages to read it.`,
    {
      problems: unknown.slice(0, 20).map(({ path }) => ({
        pointer: path.map((key) => `/${key}`).join(""),
        detail: "is no call that the thread waits for",
      })),
    },
  );
}

/** The last message once more, or another one in the place of it: in a fork, so that what was answered stays as it is. */
async function answerAnew(
  c: HttpContext,
  said: Said,
  branch: VisibleBranch,
  turn: Extract<Turn, { type: "again" | "edited" }>,
  deps: HttpDeps,
): Promise<Response> {
  const { ref, detail, anchor } = branch;
  const running = detail?.running ?? false;
  const { status = "done" } = detail ?? {};
  const toHave = withoutRest(said.messages, anchor);
  if (turn.type === "again" && !running && (status === "failed" || status === "open")) {
    return await run(c, said, branch, {}, deps);
  }
  const { id, highest } = await currentBranch(said.body.threadId, c.var, deps);
  const { entry } = turn;
  const options = turn.type === "again"
    ? { version: entry.version, replan: true }
    : toForkBefore(entry, findPrevious(entry, branch));
  const target = await forkBranch(id, highest, { ref, running }, options, deps);
  const fork = await readBranch(target, deps);
  const input = turn.type === "edited" ? turn.input : undefined;
  const request = await stepRequest(c, said, target, { input });
  const stream = () => streamRun(c, said, { branch: fork, toHave }, request, deps);
  return await orRemoveFork(target, stream, deps);
}

function findPrevious({ id }: EntryView, { entries, earlier }: VisibleBranch): EntryView | undefined {
  const all = [...earlier.slice(-1), ...entries];
  return all[all.findIndex((entry) => entry.id === id) - 1];
}

/** Starts the run, or shows what came of it when it was sent before. `door` is that of its message, which may wait. */
async function run(
  c: HttpContext,
  said: Said,
  branch: VisibleBranch,
  fields: TurnFields,
  deps: HttpDeps,
  door = fields.input?.door,
): Promise<Response> {
  const request = await stepRequest(c, said, branch.ref, fields);
  const toHave = await withHistory(said.messages, branch, deps);
  return await streamRun(c, said, { branch, toHave, door }, request, deps);
}

/** Branches that were made last, among which a run that is sent again has its fork: others may have forked since. */
const FORKS = 3;

/**
 * A run that was sent before, on the branch that the client shows, on the current one, or on one that was made last, which is where a fork of it is.
 * Undefined for a run that is new: nothing begins.
 */
async function findKnownRun(
  c: HttpContext,
  said: Said,
  branch: VisibleBranch,
  turn: Turn,
  deps: HttpDeps,
): Promise<Response | undefined> {
  // The message of the run may wait still.
  const door = turn.type === "input" || turn.type === "edited" ? turn.input.door : undefined;
  const { ref: current, all } = await currentBranch(said.body.threadId, c.var, deps);
  // Another page may have written on another branch since the fork was made.
  const made = all.slice(0, FORKS).map(({ ref }) => ref.thread);
  for (const thread of new Set([current.thread, ...made, branch.ref.thread])) {
    const ref = { ...current, thread };
    const found = await readBranch(ref, deps);
    if (found.snapshot === undefined) continue;
    const request = await stepRequest(c, said, ref, { expectedVersion: NO_VERSION });
    const toHave = { messages: await threadMessages(said.messages, found, deps), isBehind: true };
    try {
      return await streamRun(c, said, { branch: found, toHave, door }, request, deps);
    } catch (thrown) {
      if (!isUnknownKey(thrown)) throw thrown;
    }
  }
  return undefined;
}
