// Loaded into a server of the control of floods before anything else (NODE_OPTIONS=--import): each so many searches it stands still for three seconds without using
// its processor, so that the campaign can be seen to see it. PINCITE_STILL says how: `blocked` holds up its thread and all that it serves, `awaited` this search alone.
import { registerHooks } from "node:module";

const [file, begins] = ["/src/vault/search.ts", "  await searchTurns.take(request.query);\n"];
const stillMs = 3_000;
const every = 20;
const ways = {
  blocked: `Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ${stillMs})`,
  awaited: `await new Promise((resolve) => setTimeout(resolve, ${stillMs}))`,
};
const way = ways[process.env.PINCITE_STILL];
registerHooks({
  load(url, context, next) {
    const loaded = next(url, context);
    if (!url.endsWith(file)) return loaded;
    const source = String(loaded.source);
    if (!source.includes(begins)) throw new Error(`${file} does not say ${begins.trim()} any more`);
    const counted = `  globalThis.searched = (globalThis.searched ?? 0) + 1;\n  if (globalThis.searched % ${every} === 0) ${way};\n`;
    return { ...loaded, source: source.replace(begins, counted + begins) };
  },
});
