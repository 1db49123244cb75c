// What every contender does: the same agent, the same tool, the same history of N steps, the same answers of the model.

import * as z from "zod";

export const TENANT = "bench";
export const API_KEY = "bench-key-0123456789";
export const INSTRUCTIONS =
  "You look after the orders of a shop. Look an order up before you speak about it, say in one sentence what you " +
  "found and what you do next, and never invent a tracking number. Prices are in euro cents.";
export const TASK =
  "Check the open orders of this week one after the other and tell me which of them are late.";

/** What the user says in each turn of the part `peers`. */
export const QUESTION = "Look up the next order of this week and tell me whether it is late.";

export const TOOL_NAME = "lookup_order";
export const TOOL_DESCRIPTION = "Looks an order up by its number.";
export const toolParameters = z.object({
  order: z.string().describe("The order's number, such as A-10023."),
  include: z.array(z.enum(["items", "shipping", "payments"])).describe("What to tell besides the status."),
});
export type ToolInput = z.infer<typeof toolParameters>;

export interface OrderOutput {
  readonly [key: string]: string | number | readonly { readonly sku: string; readonly quantity: number }[];
}

/** The tool itself: pure, and as good as free. */
export function lookUpOrder({ order }: ToolInput): OrderOutput {
  return {
    order,
    status: "shipped",
    carrier: "Post",
    tracking: `RR${order.slice(2)}88DE`,
    promised: "2026-03-14",
    weightGrams: 1480,
    totalCents: 12990,
    items: [{ sku: "chair-oak-02", quantity: 2 }, { sku: "lamp-brass-11", quantity: 1 }],
    note: "Left the warehouse in Erfurt; the next scan is expected tomorrow morning.",
  };
}

/** One step as it happened: what the model said and called, and what the call brought. */
export interface PastStep {
  readonly text: string;
  readonly callId: string;
  readonly input: ToolInput;
  readonly output: OrderOutput;
}

export function pastStep(index: number): PastStep {
  const input: ToolInput = { order: `A-${10_000 + index}`, include: ["items", "shipping"] };
  return {
    text: `Order A-${9_999 + index} is on its way and arrives in time.\n` +
      `Next I look at order ${input.order}, which was promised for Friday.`,
    callId: `call_${String(index).padStart(20, "0")}`,
    input,
    output: lookUpOrder(input),
  };
}

/** What the model answers to the n-th request: a step like those of the history. */
export function modelAnswer(index: number): { text: string; callId: string; args: string } {
  const { text, callId, input } = pastStep(index);
  return { text, callId, args: JSON.stringify(input) };
}

/** What the contenders' processes are told by their environment. */
export interface Addresses {
  readonly redisUrl: string;
  readonly redisToken: string;
  /** With its version, without a trailing slash. */
  readonly modelUrl: string;
}

export const MODEL = "bench-model";
export const MODEL_KEY = "sk-bench-0123456789";

/** The body of a model request by hand, from messages that are JSON texts already. */
export function toModelBody(messages: readonly string[], streams: boolean): string {
  return `${BODY_HEAD}${messages.join(",")}]${streams ? STREAM : ""}${BODY_TAIL}`;
}

const BODY_HEAD = `{"model":"${MODEL}","messages":[`;
const STREAM = `,"stream":true,"stream_options":{"include_usage":true}`;
const BODY_TAIL = `,"tools":[${
  JSON.stringify({
    type: "function",
    function: {
      name: TOOL_NAME,
      description: TOOL_DESCRIPTION,
      parameters: {
        type: "object",
        properties: {
          order: { type: "string", description: "The order's number, such as A-10023." },
          include: {
            type: "array",
            items: { type: "string", enum: ["items", "shipping", "payments"] },
            description: "What to tell besides the status.",
          },
        },
        required: ["order", "include"],
        additionalProperties: false,
      },
    },
  })
}]}`;
