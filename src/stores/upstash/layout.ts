// The names of what is stored in Redis. They are short because every request and every stored thread carries them,
// and they are a pin: a change makes stored threads unreadable.

/** Entries in one segment of a history. */
export const SEGMENT = 1024;

/**
 * Number of the last commits in a header. A commit that arrives again is recognised by them, also after another
 * begin, and a caller whose cached history is that of one of them reads only newer entries.
 */
export const COMMITS = 32;

/**
 * The last part of a thread's keys, each behind `<prefix>:{<tenant>/<thread>}:`. `archive` to `staging` take a name
 * more.
 */
export const KEY = {
  header: "h",
  active: "l",
  previous: "p",
  lease: "k",
  pending: "x",
  inbox: "q",
  events: "e",
  blobs: "b",
  renewal: "t",
  archive: "s",
  blob: "b",
  receipt: "r",
  staging: "w",
} as const;

/** Before the id of a blob of the tenant among the ids of the blobs that a thread refers to. */
export const SHARED = "t:";

/** The field of a blob of the tenant that has the number of its pieces. */
export const SHARED_PIECES = "n";

/**
 * The keys without a name behind them, the header first, and the type of value that each has in Redis. Scripts that
 * make or remove a thread take them in this order.
 */
export const FIXED_KEYS = [
  { name: "header", type: "hash" },
  { name: "active", type: "list" },
  { name: "previous", type: "list" },
  { name: "lease", type: "string" },
  { name: "pending", type: "hash" },
  { name: "inbox", type: "list" },
  { name: "events", type: "stream" },
  { name: "renewal", type: "string" },
  { name: "blobs", type: "set" },
] as const;

/** Fields of the header hash that callers see, in the order in which scripts return them. */
const VISIBLE_FIELD = {
  schema: "sv",
  version: "v",
  epoch: "ep",
  cancelledEpoch: "cx",
  status: "st",
  length: "len",
  base: "base",
  /** JSON text; empty without a summary. */
  summary: "sum",
  meta: "meta",
  state: "state",
  /** Numbers with blanks between: the first FIRST_COUNTERS of COUNTERS. */
  counters: "n",
  /** The others. Threads of schema 1 have none of this field, and may have all numbers in the field before. */
  moreCounters: "n2",
  /** `<version> <JSON list of texts>`; empty or missing without facets. */
  facets: "fc",
  /** JSON of a GivenTitle; missing without one. */
  givenTitle: "ti",
  /** 1 for a thread that is archived. */
  archived: "ar",
} as const;

/**
 * Counters in the first of their two fields. A pin: the late commit of an isolate from before the seventh counter adds to six
 * numbers and fails at a seventh, one from behind it adds to seven. Where six stand, either finds what it expects; a number that
 * follows them is added to the one in the second field.
 */
export const FIRST_COUNTERS = 6;

/** Fields of the header hash. Behind the visible ones: what only scripts read. */
export const HEADER_FIELD = {
  ...VISIBLE_FIELD,
  /** Name of this incarnation of the thread: removed and created again it has another. */
  incarnation: "id",
  /**
   * Of the last begin: its owner, its epoch, 1 when it created the thread, 1 when it was resumed, the version it
   * found.
   */
  beginOwner: "bo",
  beginEpoch: "be",
  beginCreated: "bc",
  beginResumed: "br",
  beginVersion: "bv",
  /** Epoch of the last step that ended by commit or abandon. */
  endedEpoch: "ce",
  /** Owner of the last begin that was queued. */
  queuedOwner: "qo",
  /** Name of the last cancel, and 1 when a step was running then. */
  cancelName: "xo",
  cancelRunning: "xr",
  /** `<owner>:<epoch>` of the last fenced step of which the counters were added. */
  lateCounters: "fo",
  /** The request that has put the last label: its number among them, and a random name. */
  labelName: "ln",
} as const;

/**
 * The field of the commit that produced a version, modulo COMMITS, is `l0` to `l31`: `<version> <next epoch>
 * <owner>`.
 */
export const COMMIT_FIELD = "l";

/** The visible fields of the header, in the order of every answer. */
export const HEADER_FIELDS: readonly string[] = Object.values(VISIBLE_FIELD);

/** Those that a new thread has: not what people put on one, which stands last. */
export const FIRST_FIELDS: readonly string[] = HEADER_FIELDS.slice(0, headerPlace("facets"));

/** The place of a visible field in a header that a script returns, from 1 as in Lua. */
export function headerPlace(name: keyof typeof VISIBLE_FIELD): number {
  return Object.keys(VISIBLE_FIELD).indexOf(name) + 1;
}

/** Fields of the hash of a receipt. */
export const RECEIPT_FIELD = {
  /** One of RECEIPT_STATE. */
  state: "s",
  incarnation: "i",
  bodyHash: "b",
  /** Epoch of the step that runs the request; 0 while it is queued. */
  epoch: "e",
  /** The entries that the request has appended: from, inclusive, to, exclusive. */
  from: "f",
  to: "t",
  text: "x",
} as const;

/** States of a receipt. */
export const RECEIPT_STATE = { running: "P", queued: "Q", retry: "R", done: "D" } as const;

/** Fields of the hash of pending calls: the text of the calls, and for each id three fields with the id behind. */
export const PENDING_FIELD = {
  calls: "c",
  /** Place of the call in the plan, from 1. Isolates that read schema 1 alone do not find it: they take no decision and start no call. */
  place: "o:",
  /** The same in a thread of schema 1, until its next commit. */
  placeBefore: "p:",
  /** Epoch in which a `once` call was started. */
  startedEpoch: "s:",
  /**
   * A line for each decision: `<name of the request>,<1 when approved, else 0>,<who, as part of a key> <JSON text>`. A line
   * of an earlier version has the name alone before the blank; it settles its call.
   */
  decision: "d:",
} as const;

/** Sorted sets that the due index is divided into. A pin: rows in other sets are not found. */
export const DUE_SHARDS = 16;

/** The last part of the keys of a day of a tenant's ledger, each behind `<prefix>:{<tenant>}:` and before `:<day>`. */
export const LEDGER_KEY = { day: "u", live: "v" } as const;

/** Fields of the hash of a day of a ledger, each with a name behind it. Amounts are numbers with blanks between, as in AMOUNTS. */
export const LEDGER_FIELD = {
  /** By account (`t` for the tenant's, `u` and a name for a user's): amounts that are booked. */
  used: "a",
  /** By account: amounts that reservations hold. */
  held: "h",
  /** By id: amounts of a reservation, and its accounts. */
  reservation: "r",
  /** By `<group>|<name>`: a count. */
  count: "c",
} as const;

/**
 * Members of the sorted set beside it, each with an id behind it. The score of a reservation that holds amounts is its expiry;
 * of what has ended, the negative time until when it is recognised.
 */
export const LEDGER_MEMBER = { reservation: "r", booking: "b" } as const;

/**
 * The letters at the end of the keys of a tenant's sets of threads: of all, of those whose facets are kept, and of those with a status or
 * a facet, before a hash.
 */
export const THREAD_SETS = { all: "i", indexed: "f", some: "f" } as const;

/** Steps of the time of an entry in the fraction of its score; with {@link NUMBERS} a double keeps them behind a time of today. */
export const SLOTS = 32;

/** Numbers of an entry in each of the {@link SLOTS}. */
export const NUMBERS = 64;

/** The field of an entry of the event stream that has the event's text. */
export const EVENT_FIELD = "t";
