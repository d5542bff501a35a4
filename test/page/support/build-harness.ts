import { join } from "node:path";
import { build } from "vite";

// Builds the page that stands in for the run's, by the rules of the real ones, into the folder that is named.

const [, , outDir = ""] = process.argv;

await build({
  root: join(import.meta.dirname, "harness"),
  base: "/test/",
  configFile: false,
  logLevel: "warn",
  publicDir: false,
  oxc: { jsx: { runtime: "automatic" } },
  build: {
    outDir,
    emptyOutDir: true,
    target: "es2023",
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: { onwarn: (warning, warn) => warning.code === "MODULE_LEVEL_DIRECTIVE" || warn(warning) },
  },
});
