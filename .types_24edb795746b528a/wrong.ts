import { defineTool } from "@treadle/treadle/kernel";
defineTool({ name: 1 });
export const first: string = [Deno.pid.toFixed()][0];