// The ids of Responses. They name the thread that has what they are about, so that nothing besides threads is kept.
//
// | id                    | names                                                                  |
// | --------------------- | ---------------------------------------------------------------------- |
// | `resp_<20>`           | a response and its thread                                              |
// | `resp_<20>_<n>`       | the part of it that began when people had answered, at entry n         |
// | `mcpr_<20>_<call>`    | the request for approval of a call of that thread                      |
// | `msg_`, `fc_`, `mcp_` | an item: the id of its response behind `resp_`, then its place or call |

/** A response by its id. */
export interface ResponseId {
  readonly thread: string;
  /** Index of the entry that it begins at; undefined for the beginning of its thread. */
  readonly start: number | undefined;
}

/** Undefined for a text that is no id of a response. */
export function readResponseId(id: string): ResponseId | undefined {
  const [, thread, start] = /^(resp_[0-9a-z]{20})(?:_([1-9]\d{0,8}))?$/.exec(id) ?? [];
  if (thread === undefined) return undefined;
  return { thread, start: start === undefined ? undefined : Number(start) };
}

/** The id of the response that begins at an entry of a thread. */
export function toResponseId({ thread, start }: ResponseId): string {
  return start === undefined ? thread : `${thread}_${start}`;
}

/** The id of the request for approval of a call, by the id of a response of its thread. */
export function toApprovalId(response: string, callId: string): string {
  return `mcpr_${response.slice("resp_".length, "resp_".length + 20)}_${callId}`;
}

/** A request for approval by its id; undefined for a text that is none. */
export function readApprovalId(
  id: string,
): { readonly thread: string; readonly callId: string } | undefined {
  const [, response, callId] = /^mcpr_([0-9a-z]{20})_(.{1,128})$/s.exec(id) ?? [];
  return response === undefined || callId === undefined ? undefined : { thread: `resp_${response}`, callId };
}

/** `resp_x` of `msg_x_0`: the thread of the response that an item is of. */
export function threadOfItem(item: string): string | undefined {
  const id = /^(?:msg|fc|mcp|mcpr)_([0-9a-z]{20})_/.exec(item)?.[1];
  return id === undefined ? undefined : `resp_${id}`;
}
