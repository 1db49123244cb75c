// Ids of the messages that a stream of AG-UI makes. The client sends every message back, so an id names the thread and the step
// that it is of: `msg/t1/3`. An id of a thread has no slash.

/** Where a message of ours is from. */
export interface MessagePlace {
  readonly thread: string;
  /** Number of the step within the thread. */
  readonly step: number;
}

/** The message of a plan: its texts and its calls. */
export function messageId(thread: string, step: number): string {
  return `msg/${thread}/${step}`;
}

/** The reasoning of a plan; `number` counts from 0. */
export function reasoningId(thread: string, step: number, number: number): string {
  return `reasoning/${thread}/${step}/${number}`;
}

/** The question with which a step ends. */
export function questionId(thread: string, step: number): string {
  return `question/${thread}/${step}`;
}

/** The message of a tool. */
export function resultId(callId: string): string {
  return `result/${callId}`;
}

/** The message of a call whose plan was in another stream. */
export function callMessageId(callId: string): string {
  return `call/${callId}`;
}

/** The message of a user whose id no client has given. */
export function inputId(entryId: string): string {
  return `input/${entryId}`;
}

const OF_STEP = /^(?:msg|question|reasoning)\/([^/]+)\/(\d{1,15})(?:\/\d+)?$/;

/** Where the message is from; undefined for one of another kind, or of the client. */
export function parseMessageId(id: string): MessagePlace | undefined {
  const [, thread, step] = OF_STEP.exec(id) ?? [];
  return thread === undefined ? undefined : { thread, step: Number(step) };
}

/** True for the id of a message that this protocol makes. */
export function isMade(id: string): boolean {
  return parseMessageId(id) !== undefined || /^(?:result|call|input)\//.test(id);
}
