// The app on Deno and Deno Deploy.

import { createApp } from "./app.ts";

export default createApp(Deno.env.toObject());
