/** Whether a Redis can serve Treadle, before the first request needs it. */
import { AgentError } from "../core/error.ts";
import { nameOfRedis, type RedisAddress } from "./address.ts";
import { ConnectionError, ErrorReply, type Reply, RespClient } from "./resp.ts";

/** The oldest version on which the tests of the store run. */
const OLDEST_MAJOR = 7;

/**
 * Resolves with the version of a Redis that answers, is new enough and takes writes: `7.0.15`. `unknown` where the user
 * may not read it.
 *
 * @throws AgentError `config_invalid` with what is wrong and how to mend it.
 */
export async function probeRedis(address: RedisAddress): Promise<string> {
  const client = new RespClient(address);
  try {
    const [pong, server, replication] = await client.send([
      ["PING"],
      ["INFO", "server"],
      ["INFO", "replication"],
    ]);
    if (pong instanceof ErrorReply) throw wrong(address, "does not answer PING", pong.message);
    return checkServer(address, findField(server, "redis_version"), findField(replication, "role"));
  } catch (cause) {
    if (!(cause instanceof ConnectionError)) throw cause;
    throw new AgentError("config_invalid", `${cause.message}. ${suggestFix(address, cause.message)}`, {
      cause,
    });
  } finally {
    await client.close();
  }
}

function checkServer(address: RedisAddress, version: string | undefined, role: string | undefined): string {
  if (version !== undefined && Number.parseInt(version) < OLDEST_MAJOR) {
    throw new AgentError(
      "config_invalid",
      `${
        nameOfRedis(address)
      } is version ${version}, and Treadle needs ${OLDEST_MAJOR}.0 or later: update it.`,
    );
  }
  if (role === "slave") {
    throw new AgentError(
      "config_invalid",
      `${nameOfRedis(address)} is a replica, which takes no writes: set REDIS_URL to its primary.`,
    );
  }
  return version ?? "unknown";
}

function wrong(address: RedisAddress, what: string, reason: string): AgentError {
  return new AgentError(
    "config_invalid",
    `${nameOfRedis(address)} ${what}: ${reason} ${suggestFix(address, reason)}`.replace(/\. /, ". "),
  );
}

/** What to change, by the words of Redis and of the system. */
function suggestFix({ tls }: RedisAddress, reason: string): string {
  if (/WRONGPASS|NOAUTH|invalid username/i.test(reason)) {
    return "Set REDIS_URL=redis://user:password@host:port with the password of that user (requirepass, or an ACL).";
  }
  if (/NOPERM/.test(reason)) {
    return "Give the user of REDIS_URL the commands and keys: ACL SETUSER <user> on ~* &* +@all.";
  }
  if (/DB index/i.test(reason)) {
    return "REDIS_URL ends with the number of a database: use one that it has, such as /0.";
  }
  if (/DENIED Redis is running in protected mode/.test(reason)) {
    return "Set a password (requirepass) in Redis and in REDIS_URL.";
  }
  if (/ENOTFOUND|EAI_AGAIN|failed to lookup/i.test(reason)) {
    return "The host name of REDIS_URL is not known here.";
  }
  if (/certificate|UnknownIssuer|self.signed/i.test(reason)) {
    return "Its certificate is not trusted: name the file of its CA in DENO_CERT (Deno) or NODE_EXTRA_CA_CERTS (Node).";
  }
  if (tls) return "Start Redis with TLS, or write redis:// where it has none.";
  return "Start Redis, or set REDIS_URL to where it listens; rediss:// where it has TLS.";
}

/** A line of INFO: `redis_version:7.0.15`. Undefined when INFO is not permitted. */
function findField(info: Reply | undefined, name: string): string | undefined {
  if (!(info instanceof Uint8Array)) return undefined;
  return new RegExp(`^${name}:(.*?)\r?$`, "m").exec(new TextDecoder().decode(info))?.[1];
}
