// The door of evaluations: POST /v1/evaluations begins one, GET /v1/evaluations lists them, GET /v1/evaluations/:id says how far one is
// and has its report.

import { Hono } from "hono/tiny";
import * as z from "zod/mini";
import { AgentError } from "../../core/error.ts";
import type { Json } from "../../core/json.ts";
import { wakeName } from "../../core/wake.ts";
import { type HttpDeps, type HttpEnv, resolveDefer } from "../../http/context.ts";
import type { Plugin } from "../../http/plugin.ts";
import { body, param, query } from "../../http/validate.ts";
import type { Store } from "../../core/store.ts";
import type { CorruptedEvaluation, EvaluationPage, EvaluationView } from "../../core/contract/evaluations.ts";
import { THREAD_ID } from "../../core/text/id.ts";
import { evaluationDataSchema } from "../data/evaluation.ts";
import { evaluationReportSchema } from "../data/report.ts";
import { newThread } from "../agents/tools_alone.ts";
import type { Evaluation } from "../define.ts";
import { evaluationFrom } from "../from_data.ts";
import {
  changeState,
  EVALUATION,
  type EvaluationRef,
  type EvaluationState,
  listNewest,
  newState,
  putSource,
  readReport,
  readState,
} from "./stored.ts";
import { toolRunRoutes } from "./run_tool.ts";
import { evaluationPath, evaluationsQuery } from "./schemas.ts";
import { evaluationHandler } from "./work.ts";

/** Most attempts of one evaluation: cases times repeats. */
const MAX_ATTEMPTS = 5_000;

/** Milliseconds in which the cron pump looks at an evaluation whose first wake-up was lost. */
const REPAIR_MS = 60_000;

/** Most failed cases whose threads are looked for. */
const MOST_THREADS = 20;

/**
 * The door of evaluations. The body of `POST /v1/evaluations` is an evaluation as data, such as a file `*.eval.json`, of agents of the
 * deployment: their models are called, their tools are stubs, and their threads are in memory. Wake-ups make the attempts, so that a
 * long evaluation outlives its request. `POST /v1/agents/:agent/tools/:tool/run` runs one tool for real. What an evaluation uses of models is in its report, and is booked to no budget. It needs the scope
 * `manage`.
 *
 * @example
 * ```ts
 * import { createTreadle, defineAgent, standard } from "../../mod.ts";
 * import { evaluations } from "./door.ts";
 * import assert from "node:assert/strict";
 *
 * const demo = defineAgent({ name: "demo", model: "scripted/demo" });
 * const env = { TREADLE_API_KEYS: "acme:a-key-of-16-or-more-bytes" };
 * const treadle = createTreadle({ agents: [demo], store: "memory", env, plugins: [...standard(), evaluations()] });
 * const headers = { authorization: "Bearer a-key-of-16-or-more-bytes", "content-type": "application/json" };
 * const body = JSON.stringify({ schema: 1, kind: "agent", name: "hello", agent: "demo", cases: [{ input: "Hello" }] });
 * const url = "https://example.com/v1/evaluations";
 * const response = await treadle.fetch(new Request(url, { method: "POST", headers, body }));
 * assert.deepEqual([response.status, (await response.json()).status], [202, "running"]);
 * await treadle.close();
 * ```
 */
export function evaluations(): Plugin {
  return {
    name: "evaluations",
    open: ({ deps }) => ({
      routes: evaluationRoutes(deps).route("/", toolRunRoutes(deps)),
      wakes: { [EVALUATION]: evaluationHandler(deps) },
    }),
  };
}

function evaluationRoutes(deps: HttpDeps) {
  return new Hono<HttpEnv>()
    .post("/v1/evaluations", body(evaluationDataSchema, deps), async (c) => {
      const data = c.req.valid("json");
      const evaluation = evaluationFrom(data, [...deps.agents.values()]);
      const { digest, cases, repeats } = evaluation;
      const total = cases.length * repeats;
      if (total > MAX_ATTEMPTS) {
        const detail = `has ${total} attempts, and at most ${MAX_ATTEMPTS} are taken`;
        const problems = [{ pointer: "/cases", detail }];
        throw new AgentError("invalid_request", `The evaluation ${detail}.`, { problems });
      }
      await assertCatalogue(evaluation, c.var.tenant, deps);
      const createdAt = deps.clock();
      const ref = { tenant: c.var.tenant, id: newId(createdAt, deps) };
      const source = await putSource(ref, JSON.stringify(data), deps.store);
      const about = { name: data.name, kind: data.kind, agent: data.agent };
      const state = newState({ createdAt, total, digest, source, about });
      await changeState(ref, null, state, deps.store);
      const wake = { tenant: ref.tenant, name: wakeName(EVALUATION, ref.id) };
      await deps.store.moveDue(ref.tenant, wake.name, { to: createdAt + REPAIR_MS });
      const defer = resolveDefer(c);
      defer(deps.wakes.schedule(wake, { defer }));
      return c.json(toView(ref, state), 202);
    })
    .get("/v1/evaluations", query(evaluationsQuery), async (c) => {
      const { limit, cursor: after } = c.req.valid("query");
      const { tenant } = c.var;
      const { ids, hasMore } = await listNewest(tenant, { after, limit }, deps.store);
      const read = await Promise.all(ids.map((id) => readLine({ tenant, id }, deps.store)));
      const evaluations = read.filter((line) => line !== undefined); // one may be removed meanwhile
      const page: EvaluationPage = { evaluations, cursor: hasMore ? ids.at(-1) : undefined };
      return c.json(page);
    })
    .get("/v1/evaluations/:id", param(evaluationPath), async (c) => {
      const ref = { tenant: c.var.tenant, id: c.req.valid("param").id };
      const read = await readState(ref, deps.store);
      if (read === undefined) {
        throw new AgentError("evaluation_unknown", `There is no evaluation ${ref.id}.`);
      }
      const report = await readReport(ref, read.state, deps.store);
      const threads = report === undefined || c.var.user !== undefined
        ? undefined
        : await listFailedThreads(ref.tenant, report, deps.store);
      return c.json({ ...toView(ref, read.state), report, threads });
    });
}

/**
 * Refuses an evaluation of a catalogue that the tenant does not have.
 *
 * @throws {AgentError} catalogue_unknown, tools_unavailable
 */
async function assertCatalogue(evaluation: Evaluation, tenant: string, { sources }: HttpDeps): Promise<void> {
  if (evaluation.kind !== "selection" || evaluation.from.type !== "agent") return;
  await evaluation.from.agent.threadTools?.list?.(newThread({ tenant }, []), sources);
}

/** An evaluation as a list has it; undefined for one that there is not. */
async function readLine(
  ref: EvaluationRef,
  store: Store,
): Promise<EvaluationView | CorruptedEvaluation | undefined> {
  try {
    const read = await readState(ref, store);
    return read && toView(ref, read.state);
  } catch (thrown) {
    if (!(thrown instanceof AgentError)) throw thrown;
    const { code, message } = thrown;
    if (code !== "store_corrupt" && code !== "schema_unsupported") throw thrown;
    return { id: ref.id, status: "corrupted", code, message };
  }
}

/** A case that was recorded has the id of its thread. */
async function listFailedThreads(tenant: string, report: Json, store: Store): Promise<readonly string[]> {
  const read = z.safeParse(evaluationReportSchema, report);
  if (!read.success) return [];
  const failed = read.data.results.filter(({ id, passed, attempts }) =>
    passed < attempts && THREAD_ID.test(id)
  );
  const ids = failed.slice(0, MOST_THREADS).map(({ id }) => id);
  const found = await Promise.all(ids.map((thread) => store.read({ tenant, thread }).catch(() => undefined)));
  return ids.filter((_, index) => found[index] !== undefined);
}

function toView(
  { id }: EvaluationRef,
  { status, done, total, createdAt, error, about, outcome }: EvaluationState,
): EvaluationView {
  return {
    id,
    name: about?.name ?? null,
    kind: about?.kind ?? null,
    agent: about?.agent ?? null,
    status,
    done,
    total,
    createdAt: new Date(createdAt).toISOString(),
    error,
    outcome,
  };
}

/** Ids sort by time, so that the oldest evaluation is the first of the list. */
function newId(now: number, { random }: HttpDeps): string {
  const tail = [...random(10)].map((byte) => (byte & 31).toString(32)).join("");
  return `ev_${now.toString(36).padStart(9, "0")}${tail}`;
}
