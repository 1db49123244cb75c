// The server. What it serves is in deployment.ts, which the tests use as well.

import { serve } from "@treadle/treadle/deno";
import { createDeployment } from "./deployment.ts";

export default serve(createDeployment(Deno.env.toObject()));
