// A to-do list that the model keeps: a tool to write it, a state of the thread that follows from the calls, and a reminder while items
// are open. The reminder has the application's voice, so it counts the items and never repeats what the model has written.

import { definePlugin, defineTool } from "@treadle/treadle";
import * as z from "zod/mini";

/** Most items of a list, and characters of one. */
const ITEMS = 20;
const CHARACTERS = 100;

/** The state of a plugin has at most 4,096 bytes, and a character at most 4. */
const BYTES = 3_500;

const LIST = z.object({ items: z.array(z.object({ text: z.string(), done: z.boolean() })) });
type Items = z.infer<typeof LIST>["items"];

export interface TodoListOptions {
  /** The model is reminded of open items before every so-many-th plan of a run; 4 by default. */
  readonly remindEvery?: number;
}

/** Agents get the tool `write_todos`; the list stands in the state of the thread, under `todo-list`. */
export const todoList = ({ remindEvery = 4 }: TodoListOptions = {}) =>
  definePlugin({
    name: "todo-list",
    slices: { thread: { schema: LIST, initial: { items: [] } } },
    compile: () => ({
      tools: [writeTodos],
      observed(calls) {
        const written = calls.findLast(({ name, outcome }) => name === "write_todos" && outcome === "completed");
        return written === undefined ? undefined : { thread: { items: kept(written.args.items) } };
      },
      remind({ thread: { items }, steps }) {
        const open = items.filter(({ done }) => !done).length;
        if (open === 0 || (steps + 1) % remindEvery !== 0) return undefined;
        return `Your to-do list has ${open} open ${open === 1 ? "item" : "items"} of ${items.length}. ` +
          "Go on with the first one, and write the list again when one is done.";
      },
    }),
  });

const writeTodos = defineTool({
  name: "write_todos",
  description: "Writes your to-do list, whole: all items in order, those that are done too. Use it for tasks of " +
    "several steps, and write it again whenever an item is done or the plan changes.",
  parameters: {
    type: "object",
    properties: {
      items: {
        type: "array",
        maxItems: ITEMS,
        items: {
          type: "object",
          properties: { text: { type: "string", maxLength: CHARACTERS }, done: { type: "boolean" } },
          required: ["text", "done"],
          additionalProperties: false,
        },
      },
    },
    required: ["items"],
    additionalProperties: false,
  },
  effect: "pure",
  run: ({ items }) => ({ open: items.filter(({ done }) => !done).length, of: items.length }),
});

/** As many of the items, from the first on, as the state has room for. */
function kept(written: unknown): Items {
  const { data } = z.safeParse(LIST, { items: written });
  const items = [...data?.items ?? []];
  while (new TextEncoder().encode(JSON.stringify(items)).length > BYTES) items.pop();
  return items;
}
