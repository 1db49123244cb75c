// The definition of an agent as the record of a thread keeps it: everything that shapes its requests and decisions. Functions
// (tools, hooks, predicates of approvals) are code and left out; whether they are there is kept.

import type { Agent } from "../../core/agent.ts";
import { approvalAsJson } from "../../core/approval/needs_approval.ts";
import { sha256, toHexDigest } from "../../core/text/sha256.ts";
import { remembered } from "../../core/lru.ts";
import { RECORDED_AS } from "../../core/tool/thread_tools.ts";

/** An agent's definition, by its content. */
export interface Definition {
  /** SHA-256 of `text` in base64url: how records name it. */
  readonly digest: string;
  /** The same in hex: the id of the blob that keeps it. */
  readonly id: string;
  /** JSON. Keys keep the order of the definition, since the order of a schema's keys is that of the request. */
  readonly text: string;
}

/** The definition of an agent, made once an isolate. */
export const getDefinition: (agent: Agent) => Promise<Definition> = remembered(toDefinition);

async function toDefinition(agent: Agent): Promise<Definition> {
  const { tools, hooks, toolSources, threadTools, appTools: _ofNoRequest, ...facts } = agent;
  const { compaction } = agent;
  const text = JSON.stringify({
    ...facts,
    compaction: compaction?.summarize === undefined
      ? compaction
      : { ...compaction, summarize: undefined, summarizes: true },
    // Of bridged tools no request has anything.
    tools: tools.filter(({ bridged }) => !bridged).map(({ run: _run, reconcile, ...tool }) => ({
      ...tool,
      needsApproval: approvalAsJson(tool.needsApproval),
      reconciles: reconcile !== undefined,
    })),
    hooks: Object.keys(hooks),
    toolSources: toolSources?.map(({ settings }) => settings),
    // A source without settings is recorded too: its choices are written as those of any other.
    [RECORDED_AS]: threadTools && (threadTools.settings ?? {}),
  });
  const digest = await sha256(text);
  return { digest, id: toHexDigest(digest), text };
}
