// Thirty tools in five categories with a query for each, in other words than the tool's own; and what selectors reach.

import type { Json } from "../../../../src/core/json.ts";
import type {
  SelectionCache,
  SelectorIo,
  ToolCatalogue,
  ToolDocument,
  ToolSelector,
} from "../../../../src/plugins/selection/selector.ts";

type Row = readonly [name: string, description: string, query: string, properties?: Record<string, string>];

const ROWS: Readonly<Record<string, readonly Row[]>> = {
  weather: [
    [
      "get_forecast",
      "Returns the weather forecast of a city for the next days.",
      "what will the weather be in Oslo tomorrow",
      { city: "Name of the city" },
    ],
    ["get_air_quality", "Returns how polluted the air of a city is.", "is the air in Delhi polluted today"],
    [
      "find_storm_warnings",
      "Lists warnings of storms and floods in a region.",
      "any storm warning near the coast",
    ],
    [
      "get_tide_times",
      "Returns the times of high and low tide at a harbour.",
      "when is high tide in the harbour",
    ],
    [
      "get_pollen_count",
      "Returns the pollen count for people with allergies.",
      "pollen for my allergy this week",
    ],
    ["get_sunrise", "Returns the times of sunrise and sunset.", "when does the sun set tonight, sunset time"],
  ],
  billing: [
    ["refundPayment", "Refunds a payment to a customer's card.", "please refund the customer's card payment"],
    [
      "list_invoices",
      "Lists the invoices of an account with their amounts.",
      "show me all open invoices of this account",
    ],
    [
      "create_subscription",
      "Subscribes an account to a plan that is paid monthly.",
      "subscribe the account to the monthly plan",
    ],
    [
      "cancel_subscription",
      "Ends a subscription at the end of the month.",
      "end their subscription, cancel it",
    ],
    ["apply_coupon", "Applies a discount coupon to an order.", "use this discount coupon for the order"],
    ["get_tax_rate", "Returns the rate of sales tax in a country.", "which sales tax applies in Norway"],
  ],
  calendar: [
    ["create_meeting", "Schedules a meeting with people at a time.", "schedule a meeting with Ann at noon"],
    ["find_free_slot", "Finds a time when all people of a list are free.", "when are both of them free"],
    ["cancel_meeting", "Cancels a meeting and tells its guests.", "cancel the meeting and tell the guests"],
    ["set_reminder", "Sets a reminder for a time.", "remind me at eight, a reminder"],
    ["list_holidays", "Lists the public holidays of a country.", "public holidays in Spain"],
    ["book_room", "Books a room of an office for a meeting.", "book the big room in the office"],
  ],
  files: [
    ["search_files", "Searches the contents of files for words.", "search files for the word budget"],
    ["convert_to_pdf", "Converts a document to PDF.", "make a pdf of this document"],
    ["share_folder", "Shares a folder with a person by a link.", "share the folder with a link"],
    ["compress_images", "Makes images smaller by compressing them.", "compress those images"],
    ["restore_version", "Restores an older version of a file.", "restore the older version of the file"],
    [
      "translate_document",
      "Translates a document into another language.",
      "translate this document into French language",
    ],
  ],
  people: [
    [
      "find_employee",
      "Finds an employee by name or department.",
      "which employee leads the sales department",
    ],
    ["request_vacation", "Requests days of vacation for an employee.", "request vacation days for Bob"],
    ["get_payslip", "Returns the payslip of a month.", "payslip of last month"],
    ["post_job_opening", "Publishes an opening for a job.", "publish a job opening for engineers"],
    [
      "rate_candidate",
      "Records the rating of a candidate after an interview.",
      "record my rating of the candidate from the interview",
    ],
    [
      "enroll_training",
      "Enrolls an employee in a course of training.",
      "enroll her in the safety training course",
    ],
  ],
};

/** The tools. */
export const TOOLS: readonly ToolDocument[] = Object.entries(ROWS).flatMap(([category, rows]) =>
  rows.map(([name, description, , properties = {}]) => ({
    name,
    description,
    categories: [category],
    parameters: {
      type: "object",
      properties: Object.fromEntries(
        Object.entries(properties).map((
          [key, text],
        ): [string, Json] => [key, { type: "string", description: text }]),
      ),
    },
  }))
);

/** A query for each tool. */
export const QUERIES: readonly { readonly text: string; readonly tool: string }[] = Object.values(ROWS).flat()
  .map((
    [tool, , text],
  ) => ({ text, tool }));

/** A version of a catalogue. */
export function catalogueOf(tools: readonly ToolDocument[] = TOOLS, version = "1"): ToolCatalogue {
  return { version, tools };
}

/** `count` tools that say little. */
export function manyTools(count: number): ToolDocument[] {
  return Array.from({ length: count }, (_, at) => ({
    name: `tool_${at}`,
    description: `Does the thing with the number ${at}.`,
    parameters: { type: "object" },
  }));
}

/** A cache in memory that counts. */
export interface CountedCache extends SelectionCache {
  readonly texts: Map<string, string>;
  readonly reads: (readonly string[])[];
  readonly writes: Readonly<Record<string, string>>[];
}

export function startCache(): CountedCache {
  const texts = new Map<string, string>();
  const reads: (readonly string[])[] = [];
  const writes: Readonly<Record<string, string>>[] = [];
  return {
    texts,
    reads,
    writes,
    read(keys) {
      reads.push(keys);
      return Promise.resolve(keys.map((key) => texts.get(key)));
    },
    write(more) {
      writes.push(more);
      for (const [key, text] of Object.entries(more)) texts.set(key, text);
      return Promise.resolve();
    },
  };
}

/** What selectors reach. */
export function ioOf(
  env: Readonly<Record<string, unknown>> = {},
  others: Partial<SelectorIo> = {},
): SelectorIo {
  return { fetch, env, signal: new AbortController().signal, ...others };
}

/** A selector by words in common, in place of the lexical one: at once, and without a network. */
export function byWords(): ToolSelector {
  const wordsOf = (text: string) =>
    new Set(text.toLowerCase().split(/[^a-z]+/).filter((word) => word.length > 3));
  return {
    name: "words",
    settings: {},
    select({ text, most, least = 0, keep = [], isAvailable = () => true }, { tools }) {
      const words = wordsOf(text);
      const scored = tools.filter(({ name }) => isAvailable(name)).map(({ name, description }) => ({
        name,
        score: [...wordsOf(`${name} ${description}`)].filter((word) => words.has(word)).length,
      })).sort((a, b) => b.score - a.score);
      const kept = [...new Set(keep)].filter((name) => scored.some((one) => one.name === name));
      const others = scored.filter(({ name, score }, at) =>
        !kept.includes(name) && (score > 0 || at < least)
      );
      return {
        tools: [...kept, ...others.map(({ name }) => name)].slice(0, Math.max(most, kept.length)),
        candidates: scored.filter(({ score }) => score > 0).slice(0, 20),
      };
    },
  };
}

/** What a promise rejects with. */
export function rejection(promise: unknown): Promise<unknown> {
  return Promise.resolve(promise).then(() => undefined, (error) => error);
}
