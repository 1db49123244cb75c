// What a contender's process reads of a history. Workers are configured otherwise: they have no environment of a process.

/** How much history a plan reads; the default takes the longest whole. A contender's process is told by its environment. */
export const WINDOW = {
  entries: Number(Deno.env.get("BENCH_WINDOW_ENTRIES") ?? 4_000),
  bytes: Number(Deno.env.get("BENCH_WINDOW_BYTES") ?? 16 * 1024 * 1024),
};
