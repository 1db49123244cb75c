// What a response was answered from, as items: the conversation that its thread begins with, and all of it before the response.

import { joinText, listCalls } from "../../../core/entry.ts";
import type { JsonObject } from "../../../core/json.ts";
import type { EntryView, PartView } from "../../../core/contract/entries.ts";
import { ranText } from "../encoders/open_plan.ts";
import { ranFields, SERVER, textPart } from "../encoders/responses.ts";
import { toApprovalId } from "../encoders/response_ids.ts";
import type { StoredResponse } from "./stored_response.ts";

/** An item with its id. */
export type ListedItem = JsonObject & { readonly id: string };

type AssistantView = Extract<EntryView, { type: "assistant" }>;
type ToolView = Extract<EntryView, { type: "tool" }>;

/** The items, oldest first. Ids of items that are not of an output name nothing else. */
export function inputItems({ ref: { thread }, entries, start, id: response }: StoredResponse): ListedItem[] {
  const observed = new Map(entries.flatMap((entry) => entry.type === "tool" ? [[entry.callId, entry]] : []));
  const id = (kind: string, of: string | number) => `${kind}_in_${thread.slice("resp_".length)}_${of}`;
  const items = entries.slice(0, start).flatMap((entry, index) => itemsOf(entry, index));
  return response === thread ? items : [...items, ...answersBehind()];

  function itemsOf(entry: EntryView, index: number): ListedItem[] {
    switch (entry.type) {
      case "notice":
      case "cut":
      case "summary":
      case "failure":
        return [];
      case "user": {
        const content = entry.parts?.map(inputPart) ?? [{ type: "input_text", text: entry.text }];
        return [{ id: id("msg", index), type: "message", role: "user", status: "completed", content }];
      }
      case "assistant":
        return [...messageOf(entry, index), ...listCalls(entry).flatMap((call) => callItems(call, entry))];
      case "tool":
        if (entry.door !== undefined) return [outputOf(entry)];
        return [...answerOf(entry), ranOf(entry)];
    }
  }

  function messageOf(entry: AssistantView, index: number): ListedItem[] {
    const text = joinText(entry.blocks);
    if (text === "") return [];
    const status = entry.interrupted ? "incomplete" : "completed";
    return [{ id: id("msg", index), type: "message", status, role: "assistant", content: [textPart(text)] }];
  }

  /** The facts about a planned call: whether it is the caller's, and whether it needs approval. */
  function callItems({ id: callId, name, args }: ReturnType<typeof listCalls>[number], plan: AssistantView) {
    const entry = observed.get(callId);
    if (entry?.approval !== undefined || isLast(plan) && response !== thread && entry?.door === undefined) {
      return entry?.approval === undefined && entry !== undefined ? [] : [requestOf(callId, name, args)];
    }
    if (entry?.door === undefined) return [];
    const call = { type: "function_call", call_id: callId, name, arguments: args, status: "completed" };
    return [{ id: id("fc", callId), ...call }];
  }

  function isLast(plan: AssistantView): boolean {
    return entries[start - 1] === plan;
  }

  function requestOf(callId: string, name: string, args: string): ListedItem {
    const request = { server_label: SERVER, name, arguments: args };
    return { id: toApprovalId(thread, callId), type: "mcp_approval_request", ...request };
  }

  function answerOf({ callId, approval }: ToolView): ListedItem[] {
    const decision = approval?.decisions.at(-1);
    if (decision === undefined) return [];
    const { approved: approve, reason = null } = decision;
    const request = toApprovalId(thread, callId);
    return [{
      id: id("mcprs", callId),
      type: "mcp_approval_response",
      approval_request_id: request,
      approve,
      reason,
    }];
  }

  /** The answers that this response went on with. */
  function answersBehind(): ListedItem[] {
    const behind = entries.slice(start);
    const next = behind.findIndex(({ type }) => type !== "tool");
    return (next < 0 ? behind : behind.slice(0, next)).flatMap((entry) =>
      entry.type === "tool" ? answerOf(entry) : []
    );
  }

  function ranOf(entry: ToolView): ListedItem {
    const { callId, name, outcome, approval } = entry;
    const planned = entries.flatMap((each) => each.type === "assistant" ? listCalls(each) : [])
      .find((call) => call.id === callId);
    return {
      id: id("mcp", callId),
      type: "mcp_call",
      server_label: SERVER,
      name,
      arguments: planned?.args ?? "{}",
      approval_request_id: approval === undefined ? null : toApprovalId(thread, callId),
      ...ranFields(ranText(entry), outcome !== "completed"),
    };
  }

  function outputOf(entry: ToolView): ListedItem {
    const { callId } = entry;
    const output = { type: "function_call_output", call_id: callId, output: ranText(entry) };
    return { id: id("fco", callId), ...output, status: "completed" };
  }
}

/** A medium of a URL has that; of one with bytes only its name is listed, since the thread has them. */
function inputPart(part: PartView): JsonObject {
  if (part.type === "text") return { type: "input_text", text: part.text };
  const url = part.id === undefined ? part.url : null;
  if (part.type === "image") return { type: "input_image", detail: "auto", image_url: url, file_id: null };
  return {
    type: "input_file",
    ...(part.name === undefined ? {} : { filename: part.name }),
    ...(url === null ? {} : { file_url: url }),
  };
}

/** One page of the items. */
export interface ItemPage {
  readonly object: "list";
  readonly data: readonly ListedItem[];
  readonly first_id: string;
  readonly last_id: string;
  readonly has_more: boolean;
}

/** The page behind the item `after`; undefined where there is no such item. */
export function findPage(
  items: readonly ListedItem[],
  { after, limit, order }: {
    readonly after?: string | undefined;
    readonly limit: number;
    readonly order: "asc" | "desc";
  },
): ItemPage | undefined {
  const ordered = order === "asc" ? items : items.toReversed();
  const at = after === undefined ? -1 : ordered.findIndex(({ id }) => id === after);
  if (after !== undefined && at < 0) return undefined;
  const data = ordered.slice(at + 1, at + 1 + limit);
  return {
    object: "list",
    data,
    first_id: data[0]?.id ?? "",
    last_id: data.at(-1)?.id ?? "",
    has_more: at + 1 + limit < ordered.length,
  };
}
