import { execFileSync } from "node:child_process";
import { expect, it } from "vitest";
import { newFolder } from "../../support/new-folder.ts";

/** Starts and stops a whole server on a folder, and prints every module that was loaded for it. */
const script = (dir: string): string => `
import { registerHooks } from "node:module";
const loaded = [];
registerHooks({ load: (url, context, next) => { loaded.push(url); return next(url, context); } });
const { startPincite } = await import("./src/main.ts");
const server = await startPincite({ dataDir: ${JSON.stringify(dir)}, port: 0, log: "silent" });
await server.stop();
console.log("LOADED " + JSON.stringify(loaded));
process.exit(0);
`;

it("a server on a folder loads nothing of the store over PostgreSQL, nor of metrics and traces", () => {
  const dir = newFolder("lazy");
  const { PINCITE_STORE: _, PINCITE_METRICS_PORT: __, PINCITE_OTLP_URL: ___, ...env } = process.env;
  const said = execFileSync(process.execPath, ["--input-type=module", "-e", script(dir)], { encoding: "utf8", env });
  const loaded: string[] = JSON.parse(said.slice(said.indexOf("LOADED ") + 7));
  expect(loaded.some((url) => url.endsWith("/src/store/level/level-store.ts"))).toBe(true);
  expect(
    loaded.filter((url) =>
      /\/store\/postgres\/|\/node_modules\/(pg|prom-client|@opentelemetry)|shared-store|\/src\/(metrics|tracing)\//.test(
        url,
      ),
    ),
  ).toEqual([]);
});
