// The deployment that the example of useChat is a page of, on Deno.

import { serve } from "@treadle/treadle/deno";
import { DEPLOYED } from "./_deployed.ts";

export default serve(DEPLOYED);
