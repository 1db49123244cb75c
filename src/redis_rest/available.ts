/** The commands that Redis has and REST does not offer. */
import type { Argument, Command } from "./resp.ts";

/** Commands that belong to one connection, hold it up, or administer the server. */
const UNAVAILABLE: ReadonlySet<string> = new Set(
  `AUTH HELLO SELECT QUIT RESET CLIENT ASKING READONLY READWRITE MULTI EXEC DISCARD WATCH UNWATCH WAIT WAITAOF MONITOR
   SUBSCRIBE UNSUBSCRIBE PSUBSCRIBE PUNSUBSCRIBE SSUBSCRIBE SUNSUBSCRIBE
   BLPOP BRPOP BRPOPLPUSH BLMOVE BLMPOP BZPOPMIN BZPOPMAX BZMPOP
   ACL BGREWRITEAOF BGSAVE CLUSTER CONFIG DEBUG FAILOVER LATENCY MIGRATE MODULE PSYNC REPLCONF REPLICAOF SAVE
   SHUTDOWN SLAVEOF SLOWLOG SWAPDB SYNC`.split(/\s+/),
);

/** Whether the command may be sent on a connection that requests share. */
export function isAvailable(command: Command): boolean {
  return findPart(command) === undefined && !UNAVAILABLE.has(toCommandName(command));
}

/** The error of a command that is not available, in the words of Upstash. */
export function formatRefusal(command: Command): string {
  const words = [toCommandName(command), findPart(command)].filter((word) => word !== undefined).join(" ");
  return `ERR Command is not available: '${words}'. ` +
    "See https://upstash.com/docs/redis/overall/rediscompatibility for details";
}

/** The command's first word in upper case: `EVALSHA`. */
export function toCommandName([first = ""]: Command): string {
  return toText(first).toUpperCase();
}

/** The word by which a command is not available that is available without it. */
function findPart(command: Command): string | undefined {
  if (blocks(command)) return "BLOCK";
  // It turns the connection over to the debugger of Redis.
  const [, second = ""] = command;
  return toCommandName(command) === "SCRIPT" && toText(second).toUpperCase() === "DEBUG"
    ? "DEBUG"
    : undefined;
}

/** The words of an option of XREAD and XREADGROUP; every other one is a word alone. */
const OPTION_WORDS: Readonly<Record<string, number>> = { GROUP: 3, COUNT: 2, CLAIM: 2 };

/** The words before STREAMS are options: behind it a stream may well be named BLOCK, and a group may be named STREAMS. */
function blocks(command: Command): boolean {
  const name = toCommandName(command);
  if (name !== "XREAD" && name !== "XREADGROUP") return false;
  for (let at = 1; at < command.length;) {
    const word = toText(command[at] ?? "").toUpperCase();
    if (word === "STREAMS") return false;
    if (word === "BLOCK") return true;
    at += OPTION_WORDS[word] ?? 1;
  }
  return false;
}

function toText(argument: Argument): string {
  return typeof argument === "string" ? argument : new TextDecoder().decode(argument);
}
