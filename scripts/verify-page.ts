import { createHash } from "node:crypto";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { bundledPackages } from "./bundle/bundled-packages.ts";
import { projectRoot } from "./import-rules.ts";

// The page that checks proofs: one file with everything in it, so that it can be sent along with a proof and opened from a disk.

const room = join(projectRoot, "src/verify-page");
const read = (name: string): string => readFileSync(join(room, name), "utf8");

/** What stands in for Node's own modules. Any other of them ends the build. */
const standIns: Readonly<Record<string, string>> = {
  "node:crypto": join(room, "node-crypto.ts"),
  "node:zlib": join(room, "node-zlib.ts"),
};

/** The profile that older runs are completed from is read from a file elsewhere; here it stands in the page. */
const profileInPage = {
  name: "profile-in-page",
  resolveId: (source: string) =>
    source.endsWith("/profile/shipped.ts") ? join(room, "completed-profile.ts") : undefined,
};

/**
 * Writes `verify.html` into a folder, and gives the folders of packages that stand in it; nothing where there is no bundler, which
 * is a development package. Errors: what the bundler says of a source that it cannot build.
 */
export const buildVerifyPage = async (folder = join(projectRoot, "dist", "verify")): Promise<string[]> => {
  const bundler = await import("rolldown").catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ERR_MODULE_NOT_FOUND") return undefined;
    throw error;
  });
  if (bundler === undefined) return [];
  const bundle = await bundler.rolldown({
    input: join(room, "main.ts"),
    platform: "browser",
    resolve: { alias: standIns },
    plugins: [profileInPage],
    moduleTypes: { ".tsv": "text", ".txtpb": "text" },
    transform: { inject: { Buffer: [join(room, "node-buffer.ts"), "Buffer"] } },
    onLog: (level, log, handle) => handle(log.code === "UNRESOLVED_IMPORT" ? "error" : level, log),
  });
  const { output } = await bundle.generate({ format: "iife", minify: true });
  await bundle.close();
  // An end tag in a string would end the script.
  const script = output[0].code.replaceAll("</script", "<\\/script");
  const style = read("page.css").trim();
  const page = read("page.html")
    .replace('content="rules"', () => `content="${rules(script, style)}"`)
    .replace(/<style>[\s\S]*?<\/style>/, () => `<style>${style}</style>`)
    .replace(/<script>[\s\S]*?<\/script>/, () => `<script>${script}</script>`);
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, "verify.html"), page);
  return bundledPackages(projectRoot, output);
};

/** Nothing but this script and this style, and no connection to anywhere. */
const rules = (script: string, style: string): string =>
  [
    "default-src 'none'",
    `script-src '${digest(script)}'`,
    `style-src '${digest(style)}'`,
    "base-uri 'none'",
    "form-action 'none'",
  ].join("; ");

const digest = (text: string): string => `sha256-${createHash("sha256").update(text).digest("base64")}`;

if (import.meta.main) await buildVerifyPage(process.argv[2]);
