// enqueue: stores inputs in one request; a wake-up runs their step.

import type { EnqueueOutcome, EnqueueRequest } from "../../core/store/enqueue.ts";
import { type Database, newName } from "./database.ts";
import { malformedReply } from "./errors.ts";
import { wasKnown } from "./indexes/thread_sets.ts";
import { ENQUEUE } from "./lua/enqueue.ts";
import { Reader } from "./replies.ts";
import { toFacets } from "./set_fields.ts";

/** Store.enqueue. */
export async function enqueue(database: Database, request: EnqueueRequest): Promise<EnqueueOutcome> {
  const { ref: { tenant, thread }, create, idempotency: { key, bodyHash } } = request;
  const { threadMs, lifetimes: { receiptMs } } = database;
  const keys = database.keys(request.ref);
  const call = ENQUEUE.call({
    keys: {
      header: keys.header,
      active: keys.active,
      previous: keys.previous,
      lease: keys.lease,
      pending: keys.pending,
      inbox: keys.inbox,
      receipt: keys.receipt(key),
    },
    optionalKeys: {
      renewal: threadMs === 0 ? undefined : keys.renewal,
      blobs: threadMs === 0 ? undefined : keys.blobs,
      events: create ? keys.events : undefined,
    },
    args: {
      owner: request.owner,
      bodyHash,
      schema: request.schema,
      receiptMs: Math.max(request.receiptMs, receiptMs),
      threadMs,
      newSchema: create?.schema ?? 0,
      newMeta: create?.meta,
      newState: create?.state,
      newIncarnation: create && newName(),
      newFacets: create && toFacets(create.facets, 0),
    },
    moreArgs: request.inputs,
  });
  const fresh = create && { ...create, status: "waiting" as const };
  const indexed = fresh ? await database.sets(tenant).enterNew(thread, { ...fresh, onlyNew: true }) : [];
  const entered = database.due.bringForward(tenant, thread, request.due);
  const [reply, isEntered] = await database.runAll(request.ref, [call, ...indexed], { before: entered });
  const { outcome, renew } = readEnqueue(new Reader("enqueue", reply));
  if (fresh && outcome.type === "queued" && outcome.created && wasKnown(isEntered)) {
    await database.client.runAll(await database.sets(tenant).enterNew(thread, fresh));
  }
  if (renew) await database.renew(request.ref);
  return outcome;
}

function readEnqueue(reader: Reader): { readonly outcome: EnqueueOutcome; readonly renew: boolean } {
  const outcome = readOutcome(reader);
  return { outcome, renew: reader.more && reader.flag() };
}

function readOutcome(reader: Reader): EnqueueOutcome {
  const type = reader.text();
  switch (type) {
    case "queued":
      return {
        type,
        version: reader.number(),
        running: reader.flag(),
        waiting: reader.number(),
        created: reader.flag(),
      };
    case "duplicate":
      return { type, version: reader.number() };
    case "mismatch":
    case "missing":
      return { type };
    case "unsupported":
      return { type, schema: reader.number() };
    case "full":
      return { type, retryAfterMs: reader.number() };
    default:
      throw malformedReply("enqueue");
  }
}
