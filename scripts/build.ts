import { copyFileSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join, relative, resolve } from "node:path";
import { rolldown } from "rolldown";
import { billOfMaterials } from "./bundle/bill-of-materials.ts";
import { bundledPackages } from "./bundle/bundled-packages.ts";
import { lightDescriptors } from "./bundle/light-descriptors.ts";
import { plainBuiltins } from "./bundle/plain-builtins.ts";
import { projectRoot } from "./import-rules.ts";
import { brokenMessages } from "./messages.ts";
import { buildPage } from "./page.ts";
import { buildVerifyPage } from "./verify-page.ts";

// `npm run build`: the program as the package carries it, compiled JavaScript in dist/ and nothing of src/. A checkout needs
// none of it. What is loaded on demand in the sources is a file of its own here too. `-- FOLDER` writes to another folder.

const dist = resolve(projectRoot, process.argv[2] ?? "dist");

/** Programs, and the files that run as threads: those keep the names that src/ calls them by. */
const entries = {
  main: "src/main.ts",
  vault: "src/vault/main.ts",
  lawbot: "src/lawbot/main.ts",
  salvage: "src/salvage/main.ts",
  thread: "src/vault/parse/thread.ts",
  "locate-thread": "src/vault/pdf/locate-thread.ts",
  "paper-thread": "src/lawbot/nl/rechtspraak/paper-thread.ts",
  "outlook-thread": "src/vault/outlook/outlook-thread.ts",
  "checkpoint-thread": "src/search/checkpoint-thread.ts",
  "first-look-child": "src/store/level/first-look-child.ts",
  "whole-tables-child": "src/store/level/whole-tables-child.ts",
};

/** Data that a file of src/ has beside it. */
const data = [
  "citation/law-names.tsv",
  "citation/law-titles.tsv",
  "citation/law-links.tsv",
  "citation/law-words.txt",
  "citation/health-stems.tsv",
  "citation/health-words.tsv",
];

/** Packages that stay outside and are installed: they have a native module or files of their own. */
const outside = Object.keys(JSON.parse(readFileSync(join(projectRoot, "package.json"), "utf8")).dependencies);

/**
 * What is loaded together stands together: each further file of a start costs a look-up and a read. What a group imports comes
 * along, but for what stands in a group before it.
 */
const groups = [
  {
    name: "command",
    test: /src\/((error|version|sha256)\.ts|kit\/url\.ts|messages\/|cli\/(text|print\/table|commands\/(example|at-service)))/,
  },
  { name: "protocol", test: /node_modules\/(@bufbuild\/protobuf|@connectrpc)\// },
  { name: "client", test: /src\/(client\/connection|wire\/(client|error|limits))\.ts|error_details_pb/ },
  { name: "place-messages", test: /gen\/pincite\/(artifact|span|evidence)\/|buf\/validate\/validate_pb/ },
  { name: "law-messages", test: /gen\/pincite\/lawbot\// },
  {
    name: "run-messages",
    test: /gen\/pincite\/(orchestrator|memo|run|audit|model)\/|gen\/pincite\/tool\/v1\/tool_(request|params)/,
  },
  {
    name: "run-words",
    test: /src\/(client\/(run-view|artifact-store)|cli\/print\/(show-run|enum-word|item-text)|export\/(words|scope-nl))\.ts/,
  },
].map((group, at, all) => ({ ...group, priority: all.length - at }));

// A language without a message is no program to hand on.
const broken = brokenMessages();
if (broken.length > 0) throw new Error(broken.join("\n"));

rmSync(dist, { recursive: true, force: true });
const bundle = await rolldown({
  input: Object.fromEntries(Object.entries(entries).map(([name, file]) => [name, join(projectRoot, file)])),
  platform: "node",
  plugins: [plainBuiltins, lightDescriptors],
  transform: { inject: { Headers: [join(projectRoot, "scripts/bundle/light-headers.ts"), "LightHeaders"] } },
  external: (id) => outside.some((name) => id === name || id.startsWith(`${name}/`)),
  // A stack trace names files of dist/; nothing else may hang on names.
  logLevel: "warn",
});
const { output } = await bundle.write({
  dir: dist,
  format: "esm",
  entryFileNames: "[name].js",
  // Flat: what a file of src/ finds beside it or above it is found from dist/ in the same words.
  chunkFileNames: "[name]-[hash].js",
  codeSplitting: { groups },
  minify: { compress: true, mangle: false, codegen: true },
});
await bundle.close();
for (const file of data) {
  mkdirSync(join(dist, file, ".."), { recursive: true });
  copyFileSync(join(projectRoot, "src", file), join(dist, file));
}

const bundled = new Set([
  ...bundledPackages(projectRoot, output),
  ...(await buildPage(join(dist, "page"))),
  ...(await buildVerifyPage(join(dist, "verify"))),
]);

/** What each asks to be handed on: its name, its licence, and the text of it. */
const notice = (folder: string): string => {
  const { name, version, license } = JSON.parse(readFileSync(join(projectRoot, folder, "package.json"), "utf8"));
  const texts = readdirSync(join(projectRoot, folder)).filter((file) => /^(licen[cs]e|notice|copying)/i.test(file));
  return [
    `${name} ${version}: ${license}`,
    ...texts.map((file) => readFileSync(join(projectRoot, folder, file), "utf8")),
  ].join("\n\n");
};

writeFileSync(
  join(dist, "LICENSES.txt"),
  [...bundled]
    .toSorted()
    .map(notice)
    .join(`\n\n${"-".repeat(80)}\n\n`),
);
writeFileSync(join(dist, "sbom.cdx.json"), billOfMaterials(projectRoot, bundled));
const bytes = output.reduce((sum, part) => sum + (part.type === "chunk" ? Buffer.byteLength(part.code) : 0), 0);
console.log(
  `${output.length} files, ${(bytes / 1024 / 1024).toFixed(1)} MiB, in ${relative(projectRoot, dist)}/; ${bundled.size} packages inside`,
);
