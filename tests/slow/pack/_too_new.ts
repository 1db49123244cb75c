// A module that Node 20 cannot run: `deno task pack` refuses it.

export const hex: string = Uint8Array.of(10, 255).toHex();
