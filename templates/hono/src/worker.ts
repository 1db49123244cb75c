// The app on Cloudflare Workers.

import { env } from "cloudflare:workers";
import { createApp } from "./app.ts";

export default createApp(env);
