/** The commands that Redis has and REST does not offer. */
import type { Argument, Command } from "./resp.ts";

/** Commands that belong to one connection, hold it up, or administer the server. */
const UNAVAILABLE: ReadonlySet<string> = new Set(
  `AUTH HELLO SELECT QUIT RESET CLIENT MULTI EXEC DISCARD WATCH UNWATCH WAIT WAITAOF MONITOR
   SUBSCRIBE UNSUBSCRIBE PSUBSCRIBE PUNSUBSCRIBE SSUBSCRIBE SUNSUBSCRIBE
   BLPOP BRPOP BRPOPLPUSH BLMOVE BLMPOP BZPOPMIN BZPOPMAX BZMPOP
   ACL BGREWRITEAOF BGSAVE CLUSTER CONFIG DEBUG FAILOVER LATENCY MIGRATE MODULE PSYNC REPLCONF REPLICAOF SAVE
   SHUTDOWN SLAVEOF SLOWLOG SWAPDB SYNC`.split(/\s+/),
);

/** Whether the command may be sent on a connection that requests share. */
export function isAvailable(command: Command): boolean {
  return !blocks(command) && !UNAVAILABLE.has(nameOf(command));
}

/** The error of a command that is not available, in the words of Upstash. */
export function refusalOf(command: Command): string {
  const name = nameOf(command);
  return `ERR Command is not available: '${blocks(command) ? `${name} BLOCK` : name}'. ` +
    "See https://upstash.com/docs/redis/overall/rediscompatibility for details";
}

/** The command's first word in upper case: `EVALSHA`. */
export function nameOf([first = ""]: Command): string {
  return toText(first).toUpperCase();
}

/** The words before STREAMS are options: behind it a stream may well be named BLOCK. */
function blocks(command: Command): boolean {
  const name = nameOf(command);
  if (name !== "XREAD" && name !== "XREADGROUP") return false;
  const words = command.map((argument) => toText(argument).toUpperCase());
  return words.slice(0, words.indexOf("STREAMS")).includes("BLOCK");
}

function toText(argument: Argument): string {
  return typeof argument === "string" ? argument : new TextDecoder().decode(argument);
}
