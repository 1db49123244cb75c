// People who answer the calls of a thread that wait for them: at the same time and differently, by the API and by signed links,
// some with other arguments, some at the end of the time to answer. An answer that is lost is given again.

import { hashCall } from "../../src/core/approval/verdict.ts";
import type { PlannedCall } from "../../src/core/call.ts";
import { AgentError } from "../../src/core/error.ts";
import type { Store } from "../../src/core/store.ts";
import type { ThreadRef } from "../../src/core/store/thread.ts";
import { signApproval, verifyApproval } from "../../src/plugins/approvals/link_token.ts";
import { readWaitingCall } from "../../src/plugins/approvals/waiting_call.ts";
import { type ApprovalAnswer, decideApproval } from "../../src/kernel/threads/decide_approval.ts";
import { createExecutor } from "../../src/kernel/tools/executor.ts";
import { NO_SOURCES, NO_WAKES } from "../support/unused_deps.ts";
import type { Random } from "./random.ts";
import { TOOLS } from "./script.ts";
import type { World } from "./world.ts";
import { hostOf } from "../support/lab.ts";

/** What the service of people needs. */
export interface PeopleSetting {
  readonly world: World;
  readonly ref: ThreadRef;
  readonly random: Random;
  readonly isolate: () => Store;
}

/** What a person hears. */
interface Heard {
  /** Whose answer stands, and which it is. */
  readonly by?: string;
  readonly approved?: boolean;
  readonly code?: string;
  readonly retryAfterMs?: number | undefined;
}

/** Deliveries of one answer after which it counts as stuck. */
const PATIENCE = 2_000;

const SECRET = "a secret of the chaos, of 32 chars";

/** Who answers by which way. */
const BY_LINK = "bob";

/** All people answer all of these calls; those are the calls that need approval. */
export async function answerCalls(calls: readonly PlannedCall[], setting: PeopleSetting): Promise<void> {
  const answers = calls.flatMap((call) =>
    peopleOf(call, setting.random).map(async (by) => {
      const random = setting.random.fork(`answer ${call.id} ${by}`);
      await give(call, await answerOf(call, by, random), random, setting);
    })
  );
  await Promise.all(answers);
}

/** Of two people that a call needs, one may say nothing. */
function peopleOf({ name }: PlannedCall, random: Random): readonly string[] {
  if (name !== TOOLS.countersigned) return ["ann", BY_LINK];
  return random.pick([["ann", BY_LINK, "cyd"], ["ann", BY_LINK, "cyd"], [BY_LINK], ["cyd"]]);
}

async function answerOf(call: PlannedCall, by: string, random: Random): Promise<ApprovalAnswer> {
  const approved = random.chance(0.7);
  if (by === BY_LINK) return { by, approved, via: "link" };
  const edits = call.name === TOOLS.amended && random.chance(0.6);
  return {
    by,
    approved,
    via: "api",
    digest: await hashCall(call),
    ...(edits ? { args: { ...call.args, note: `of ${by}` } } : {}),
  };
}

async function give(
  call: PlannedCall,
  answer: ApprovalAnswer,
  random: Random,
  { world, ref, isolate }: PeopleSetting,
): Promise<void> {
  const { time, odds, tally } = world;
  const { disposition } = call;
  if (disposition.type === "approve" && disposition.expiresAt !== undefined && random.chance(0.6)) {
    await time.sleep(disposition.expiresAt - time.clock() + random.between(-2, 1));
  }
  for (let count = 0; count < PATIENCE; count++) {
    await time.sleep(random.between(1, 40));
    const decided = answer.via === "link" ? serially(world, () => byLink) : byApi;
    const heard = await time.hold(decided(call, answer, { world, ref, store: isolate() }));
    if (random.chance(4 * odds.loss)) continue; // the answer is lost, and is given again
    if (heard.code === "thread_busy") {
      await time.sleep((heard.retryAfterMs ?? 0) + 1);
      continue;
    }
    if (heard.code === "store_unavailable") continue;
    if (heard.code === "approval_expired") tally.expired++;
    const { by, approved } = heard;
    if (by === undefined || approved === undefined) return; // the time was over, or somebody cancelled or went on
    tally.answers++;
    if (by === answer.by && answer.via === "link") tally.links++;
    const known = world.heard.get(call.id) ?? new Map<string, boolean>();
    world.heard.set(call.id, known);
    if ((known.get(by) ?? approved) !== approved) {
      world.violate("approval", ref.thread, `${call.id} was both approved and denied by ${by}`);
    }
    known.set(by, approved);
    return;
  }
  world.violate("stuck", ref.thread, `${answer.by} cannot answer ${call.id}`);
}

interface Desk {
  readonly world: World;
  readonly ref: ThreadRef;
  readonly store: Store;
}

type Decide = (call: PlannedCall, answer: ApprovalAnswer, desk: Desk) => Promise<Heard>;

const byApi: Decide = async ({ id }, answer, { world, ref, store }) => {
  try {
    await decideApproval(ref, id, answer, depsOf(world, store));
    return answer;
  } catch (error) {
    return refusal(error);
  }
};

const byLink: Decide = async ({ id }, answer, { world, ref, store }) => {
  const deps = { ...depsOf(world, store), approvalSecrets: [SECRET] };
  try {
    const { waiting: { approval: { digest } }, createdAt } = await readWaitingCall(ref, id, deps);
    const expiresAt = deps.clock() + 60_000;
    const token = await signApproval(
      { ...ref, createdAt, callId: id, digest, by: answer.by, expiresAt },
      deps,
    );
    const claims = await verifyApproval(token, deps);
    await decideApproval(claims, claims.callId, { ...answer, digest: claims.digest, by: claims.by }, deps);
    return answer;
  } catch (error) {
    return refusal(error);
  }
};

function refusal(error: unknown): Heard {
  if (!(error instanceof AgentError)) throw error;
  const { code, details: { by, approved }, retryAfterMs } = error;
  return {
    code,
    retryAfterMs,
    ...(typeof by === "string" && typeof approved === "boolean" ? { by, approved } : {}),
  };
}

function depsOf({ time: { clock, sleep }, agent }: World, store: Store) {
  const agents = new Map([[agent.name, agent]]);
  const executor = createExecutor({ clock, sleep });
  return {
    store,
    clock,
    sleep,
    agents,
    executor,
    log: () => {},
    wakes: NO_WAKES,
    sources: NO_SOURCES,
    plugins: hostOf(),
  };
}

/** Signatures take real time: one after the other, so that a run is the same every time. */
function serially(world: World, work: () => Decide): Decide {
  return async (...args) => {
    const before = world.signing;
    const mine = Promise.withResolvers<void>();
    world.signing = mine.promise;
    await before;
    try {
      return await work()(...args);
    } finally {
      mine.resolve();
    }
  };
}
