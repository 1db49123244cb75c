// Who calls: a session in a cookie, which a password opens. Put your own users in the place of `isPassword`.

import { sign, verify } from "hono/jwt";
import { parse } from "hono/utils/cookie";

/** The variables of the sign-in. */
export interface Settings {
  readonly SESSION_SECRET?: string;
  readonly APP_PASSWORD?: string;
  readonly APP_STAFF?: string;
}

/** A person who has signed in. */
export interface Person {
  readonly name: string;
  readonly isStaff: boolean;
}

export type SignIn = ReturnType<typeof createSignIn>;

const COOKIE = "session";
const LIFETIME_S = 8 * 60 * 60;

export function createSignIn({ SESSION_SECRET: secret = "", APP_PASSWORD = "", APP_STAFF = "" }: Settings) {
  const staff = new Set(APP_STAFF.split(",").map((name) => name.trim()).filter((name) => name !== ""));

  /** Undefined without a session, and with one that has ended or that another secret has signed. */
  async function personOf({ headers }: Request): Promise<Person | undefined> {
    const { [COOKIE]: token = "" } = parse(headers.get("cookie") ?? "", COOKIE);
    if (secret === "" || token === "") return undefined;
    const claims = await verify(token, secret, "HS256").catch(() => undefined);
    if (typeof claims?.sub !== "string") return undefined;
    return { name: claims.sub, isStaff: staff.has(claims.sub) };
  }

  return {
    personOf,
    /** The cookie of a new session; undefined for a wrong password, and without the variables. */
    async open(name: string, password: string, { url }: Request): Promise<string | undefined> {
      const isPassword = APP_PASSWORD !== "" && password === APP_PASSWORD;
      if (secret === "" || !isPassword || !/^[\w.@-]{1,64}$/.test(name)) return undefined;
      const exp = Math.floor(Date.now() / 1000) + LIFETIME_S;
      return toCookie(await sign({ sub: name, exp }, secret, "HS256"), LIFETIME_S, url);
    },
    /** The cookie that ends a session. */
    close: ({ url }: Request) => toCookie("", 0, url),
    /** A customer has the chats of their own and approves nothing; staff read all chats and decide. */
    async authenticate(request: Request) {
      const person = await personOf(request);
      if (person === undefined) return null;
      return person.isStaff
        ? { tenant: "app", scopes: ["read", "decide", "run"] }
        : { tenant: "app", user: person.name };
    },
  };
}

/** No script reads it, and no page of another site sends it. On this machine it needs no https. */
function toCookie(value: string, maxAge: number, url: string): string {
  const isLocal = ["localhost", "127.0.0.1"].includes(new URL(url).hostname);
  const cookie = `${COOKIE}=${value}; Path=/; Max-Age=${maxAge}; HttpOnly; SameSite=Strict`;
  return isLocal ? cookie : `${cookie}; Secure`;
}
