// What a signal that ends this process ends with it.

import process from "node:process";

/** The number of a signal; a shell adds 128 for the exit code. */
const NUMBERS = { SIGHUP: 1, SIGINT: 2, SIGTERM: 15 } as const;

/** Handlers of Ctrl-C; the last one acts. */
const interrupts: (() => void)[] = [];

const interrupt = () => interrupts.at(-1)?.();

/** Calls the handler on Ctrl-C, in place of the handlers before, until the function that it returns is called. */
export function onInterrupt(handler: () => void): () => void {
  if (interrupts.length === 0) process.on("SIGINT", interrupt);
  interrupts.push(handler);
  return () => {
    interrupts.splice(interrupts.indexOf(handler), 1);
    if (interrupts.length === 0) process.off("SIGINT", interrupt);
  };
}

/** Calls `end` when this process ends, by a signal too, until the function that it returns is called. */
export function onExit(end: () => void): () => void {
  const leave = (signal: keyof typeof NUMBERS) => process.exit(128 + NUMBERS[signal]);
  const others = ["SIGHUP", "SIGTERM"] as const;
  const offInterrupt = onInterrupt(() => leave("SIGINT"));
  for (const signal of others) process.on(signal, leave);
  process.on("exit", end);
  return () => {
    offInterrupt();
    for (const signal of others) process.off(signal, leave);
    process.off("exit", end);
  };
}
