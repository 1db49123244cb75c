// The routes of the page, beside those of Treadle: sign-in, and the page itself.

import { Hono } from "hono";
import { HTML, SCRIPT, STYLE } from "./built_page.ts";
import type { SignIn } from "./sign_in.ts";

/** The page has scripts, styles and requests of its own origin alone. */
const POLICY = "default-src 'self'; img-src 'self' data: blob:";

/** The body of a sign-in, as it comes. */
interface Login {
  readonly name?: unknown;
  readonly password?: unknown;
}

export function createRoutes(signIn: SignIn) {
  return new Hono()
    .get("/chat", (c) => c.html(HTML, 200, { "content-security-policy": POLICY }))
    .get("/chat.css", (c) => c.body(STYLE, 200, { "content-type": "text/css; charset=utf-8" }))
    .get("/chat.js", (c) => c.body(SCRIPT, 200, { "content-type": "text/javascript; charset=utf-8" }))
    .get("/me", async (c) => {
      const person = await signIn.personOf(c.req.raw);
      return person === undefined ? c.text("Sign in first.", 401) : c.json(person);
    })
    .post("/login", async (c) => {
      const { name, password } = await c.req.json<Login>().catch((): Login => ({}));
      const cookie = typeof name === "string" && typeof password === "string"
        ? await signIn.open(name, password, c.req.raw)
        : undefined;
      if (cookie === undefined) return c.text("Wrong name or password.", 401);
      return c.body(null, 204, { "set-cookie": cookie });
    })
    .post("/logout", (c) => c.body(null, 204, { "set-cookie": signIn.close(c.req.raw) }));
}
