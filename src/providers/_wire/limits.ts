// Limits of the memory that one model answer may use. A provider that exceeds a limit breaks its protocol.

/** Characters of the argument text of one call. */
export const MAX_ARGS_CHARS = 256 * 1024;

/** Calls of one answer. */
export const MAX_CALLS = 64;

/** The largest index of a call: servers that count count from 0 or 1. */
export const MAX_CALL_INDEX = 1024;

/** Characters of the name of one call; the longest that a provider takes for a tool has 128. */
export const MAX_NAME_CHARS = 1024;

/**
 * Characters of one server-sent event. Not less: the last event of a Responses stream repeats the whole answer and
 * the tools that were sent.
 */
export const MAX_EVENT_CHARS = 4 * 1024 * 1024;

/** Characters of one whole answer, framing included. */
export const MAX_ANSWER_CHARS = 32 * 1024 * 1024;

/** Characters of the body of a refusal that are read. */
export const MAX_REFUSAL_CHARS = 64 * 1024;

/** Blocks of one answer. Each may be a few characters of the wire, and some lists of them are searched. */
export const MAX_BLOCKS = 4096;

/** Characters of a provider's error code. */
export const MAX_CODE_CHARS = 100;

/** The longest wait that is accepted from a provider, in milliseconds: one day. */
export const MAX_RETRY_AFTER_MS = 24 * 60 * 60 * 1000;

/** Characters of a provider's error text that an error message repeats. */
export const MAX_ERROR_CHARS = 500;
