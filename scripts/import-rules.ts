import { readdirSync, readFileSync } from "node:fs";
import { isBuiltin } from "node:module";
import { dirname, join, posix, relative, sep } from "node:path";

// The arrows of docs: which folder of src may import which. Kept as data, so that a reader sees the house at one glance
// and a new arrow is a decision in a diff. What is not listed is refused.

const base = ["error", "gen", "kit", "messages"];
const pure = ["run", "tool", "span", "citation", "letter", "grounding", "proof"];

/** What reads files that may be hostile. */
const strangers = ["confined", "pdf", "html"];

/** What the example borrows of the command line: what it prints, and how a person writes a proposal. */
const demoWords = ["print", "proposal", "text", "files.ts", "tool-params.ts", "types.ts", "uploads.ts"].map(
  (part) => `cli/${part}`,
);

/** Names that package.json gives to folders of src: "#kit/day.ts" is src/kit/day.ts, from wherever it is said. */
const named: Readonly<Record<string, string>> = { "#kit/": "src/kit/" };

/**
 * Folder (or file) of src → what it may import besides itself. `main` is the composition root: src/main.ts, which knows the
 * programs, and src/main/, where each of them is put together.
 */
export const arrows: Readonly<Record<string, readonly string[]>> = {
  main: ["*"],
  config: [...base],
  // Codecs turn the core's types into messages, so rpc sees the pure folders; it never skips the engine to store or model.
  rpc: [
    ...base,
    "sha256",
    "deflate",
    "wire",
    "usage",
    "engine",
    "engine/erase",
    "engine/read",
    "engine/run",
    "engine/tool",
    "export",
    "profile",
    ...pure,
  ],
  // A model that orders passages is told who speaks in one as a person is.
  engine: [
    ...base,
    "usage/day-sums.ts",
    "sha256",
    "ed25519",
    "store",
    "model",
    "profile",
    "show/passage-speaker.ts",
    ...pure,
  ],
  // Pure folders may build on one another as long as no cycle comes of it (checked apart), and hash with what they are handed.
  run: [...base, ...pure],
  tool: [...base, ...pure],
  span: [...base, ...pure],
  // The grammar of citations stands alone: whoever reads a text for what it cites reads it with this.
  citation: [...base],
  // The form of letters stands alone: sources and the guide read a letter with it.
  letter: [...base],
  grounding: [...base, ...pure],
  proof: [...base, ...pure],
  // Small things of our own that everybody may use and that know nobody; pure too.
  kit: [],
  store: [...base, "sha256"],
  // Text analysis is pure; the model boundary ranks with the words the searches use. The guide reads what a claim cites by the shipped names.
  model: [...base, "sha256", "shipped-names", "search/words", ...pure],
  // What reads a stranger's file: the thread that may be ended, with its limits, and the trees and lines that both services
  // make of a PDF or a page. They know no document and no law.
  confined: [],
  pdf: ["confined"],
  html: ["confined"],
  vault: [
    "usage/day-sums.ts",
    "block-cipher",
    "derived-file",
    ...base,
    "sha256",
    "span",
    "letter",
    "store",
    "wire",
    "search",
    "search/words",
    ...strangers,
  ],
  lawbot: [
    ...[
      ...base,
      "derived-file",
      "sha256",
      "span",
      "citation",
      "shipped-names",
      "law-pack",
      "store",
      "wire",
      "search",
      "search/words",
    ],
    ...strangers,
  ],
  search: ["block-cipher", "derived-file", ...base, "sha256", "span"],
  export: [...base, "sha256", "span", "grounding"],
  // The workflow profiles that come with the product: data.
  profile: [...base, "package-root"],
  // The tools that layers of files add or change; read at start, with the profiles' text reader.
  catalogue: [...base, "profile", "tool"],
  wire: [...base, "sha256"],
  // Who signed in elsewhere, by the tokens they send; its file is read by the text reader of profiles. What they may do with single runs stands
  // in the runs' store.
  access: [...base, "profile", "proof", "wire", "store", "engine/run"],
  // What those who look after a server are told of it, on a port of its own.
  metrics: [...base],
  // What a collector is sent of calls, where one was named.
  tracing: [...base],
  // What was used and what it costs, summed by whoever may read it; the file of prices is read by the text reader of profiles.
  usage: [...base, "profile"],
  // Our interface to the two services: the engine's ports, made of their generated clients (ADR 0003).
  upstream: [...base, "sha256", "engine/run/ports.ts", "span", "tool", "wire/error.ts"],
  // Keys and their files; part of putting a server together.
  installation: [...base, "sha256", "store", "secret-file"],
  // Keys of receipts with their manifest, made and changed by the rules of proof.
  "receipt-keys": [...base, "sha256", "ed25519", "secret-file", "proof"],
  // The register of names that comes with the product, read from its file.
  "shipped-names": ["sha256", "citation"],
  // What an operator does with the stores of a folder; which kind of store they are is handed in.
  "store-care": [...base, "engine/run", "installation", "store"],
  // What a hurt store still holds, read from the files of its database without LevelDB.
  salvage: [...base, "sha256", "store", "store/level"],
  // The last checkpoint of each store, kept outside it.
  anchor: [...base, "store"],
  // Copies of all that the stores hold, over the wire and back; a client takes them with the files that `cli` names.
  backup: [...base, "sha256", "secret-file", "store", "wire"],
  // The token that callers send: made and checked by servers, read by clients.
  "access-token": [...base, "secret-file", "local-socket"],
  // Where an account's servers listen beside their ports, and where it keeps what its programs remember.
  "local-socket": [...base],
  // What a person's signature of an act is checked with.
  "act-crypto": ["ed25519", "sha256", "proof"],
  // A person's own key, which no server has.
  "person-key": ["error", "proof", "receipt-keys", "secret-file"],
  "block-cipher": ["secret-file"],
  "derived-file": ["block-cipher"],
  "secret-file": [],
  // Clients of the RPCs; the closed list of reasons is part of what those promise. Rendering is pure and needs no server;
  // neither does checking a receipt, which must not ask the server it checks.
  cli: [
    ...base,
    "version",
    "package-root",
    "law-pack",
    "sha256",
    "deflate",
    "ed25519",
    "access-token",
    "local-socket",
    "person-key",
    "client",
    "wire/client.ts",
    "backup/encryption.ts",
    "backup/folder.ts",
    "backup/take-backup.ts",
    "show",
    "export",
    "proof",
    "profile",
    "usage/read-prices.ts",
    "grounding/compared-words.ts",
    "span/told-day.ts",
  ],
  // A server's calls, and what a client makes of their answers: for the command line, the tests and a page alike.
  client: [
    ...base,
    "show",
    "sha256",
    "access-token",
    "wire/client.ts",
    "export",
    "profile",
    "span/sentences.ts",
    "grounding/letter-pieces.ts",
  ],
  // What terminal and page draw of a run: pure, of the wire's messages alone.
  show: [
    "gen",
    "grounding/addressee.ts",
    "grounding/letter-mood.ts",
    "grounding/letter-pieces.ts",
    "grounding/may-be-theirs.ts",
    "grounding/own-sums.ts",
    "kit/denial.ts",
    "kit/letter-custom.ts",
    "kit/months.ts",
    "span/marked-stretches.ts",
    "span/spoken-segments.ts",
    "span/told-day.ts",
  ],
  // The example, told with the words of the command line.
  demo: [...base, "package-root", "sha256", "show", "client", "wire/client.ts", ...demoWords],
  // Borders of characters and sentences, so that a page moves the ends of a quote as the sources count; nothing that decides.
  // What the terminal calls a thing, the page calls it too.
  web: [
    ...base,
    "show",
    "client",
    "span",
    "wire/error.ts",
    "export",
    "grounding/compared-words.ts",
    "grounding/letter-pieces.ts",
    "cli/print",
    "cli/text",
    "messages/en.json",
    "messages/nl.json",
    "profiles/legacy-2.txtpb?raw",
    "profile/complete.ts",
    "profile/text-reader.ts",
  ],
  // Kinds of memo as files: data.
  profiles: [],
  // The page that checks proofs, put together in its main.ts: what it draws knows nothing but a report.
  "verify-page": [...base, "proof", "profiles/legacy-2.txtpb", "profile/complete.ts", "profile/text-reader.ts"],
  // What the program says to people, in each of its languages; pure.
  messages: ["gen", "messages/en.json", "messages/nl.json"],
  // A law pack's form: its hashes are checked by whoever is given one, client or server.
  "law-pack": ["gen", "kit", "error", "messages", "sha256"],
  error: ["gen", "messages"],
  version: [],
  "package-root": [],
  sha256: [],
  deflate: [],
  ed25519: [],
};

/**
 * Rooms within a folder: which rooms and which files outside every room each may import. A file that stands outside every
 * room (the folder's face, or replay, which drives the whole engine) may import all of them.
 */
export const rooms: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>> = {
  engine: {
    command: ["turn", "tool", "run"],
    turn: ["tool", "run"],
    tool: ["run"],
    read: ["tool", "run"],
    erase: ["run"],
    run: [],
  },
  // Legal systems stand beside one another and know the ports; what is shared of texts knows none of them, and case law neither.
  lawbot: {
    akn: ["port", "text", "xml"],
    nl: ["port", "text", "xml", "limits.ts", "fetch/basiswettenbestand.ts", "fetch/rechtspraak.ts"],
    case: [
      ...["port", "text", "answered-import.ts", "canonical.ts", "case-law.ts", "encode-citation.ts", "import-files.ts"],
      ...["kept-records.ts", "open-texts.ts", "quoted-text.ts", "corpus-index.ts", "corpus-search.ts"],
    ],
    xml: ["port", "text", "limits.ts"],
    port: ["text"],
    text: [],
  },
  search: {
    postings: ["words", "query", "full-text-index.ts"],
    texts: ["postings", "words", "full-text-index.ts"],
    query: ["words"],
    words: [],
  },
};

/** Generated packages that a folder may not see although it may see gen: the model never reads a source. */
const hiddenPackages: Readonly<Record<string, readonly string[]>> = {
  model: ["gen/pincite/vault/", "gen/pincite/lawbot/"],
};

/** Folders that import no Node module, transport or storage: time, ids, hashing and signing are handed in. */
const pureFolders: ReadonlySet<string> = new Set([...pure, "kit", "messages"]);
const impurePackage = /^(@connectrpc\/|level$|classic-level$|pino$|pg$)/;

/** A source file: its path from the project's root with forward slashes, and its text. */
export interface SourceFile {
  readonly path: string;
  readonly text: string;
}

/** Every broken rule as one sentence that names the file and the arrow; empty when all hold. */
export const brokenImportRules = (files: readonly SourceFile[]): string[] => {
  const edges = files.flatMap((file) => importsOf(file.text).map((specifier) => edgeOf(file, specifier)));
  return [...edges.flatMap(brokenBy), ...cycles(edges)];
};

interface Edge {
  readonly file: string;
  readonly from: string;
  /** The imported file's path from the root, or the package's name. */
  readonly target: string;
  /** The folder it is in; undefined for a package. */
  readonly to: string | undefined;
}

/** Specifiers of static, re-exporting, side-effect and dynamic imports; comments are taken out first. */
export const importsOf = (text: string): string[] => {
  const code = text.replace(/\/\*[\s\S]*?\*\//g, "").replace(/^\s*\/\/.*$/gm, "");
  const statement = /^\s*(?:import|export)\b(?:[^"';]*?\bfrom)?\s*["']([^"']+)["']|\bimport\(\s*["']([^"']+)["']/gm;
  return [...code.matchAll(statement)].map((match) => (match[1] ?? match[2])!);
};

const edgeOf = ({ path }: SourceFile, specifier: string): Edge => {
  const target = ownFile(path, specifier);
  return { file: path, from: folderOf(path)!, target: target ?? specifier, to: target && folderOf(target) };
};

/** The file of ours that a specifier means; undefined for a package. */
export const ownFile = (path: string, specifier: string): string | undefined => {
  if (specifier.startsWith(".")) return posix.join(posix.dirname(path), specifier);
  const name = Object.keys(named).find((one) => specifier.startsWith(one));
  return name && named[name]! + specifier.slice(name.length);
};

const folderOf = (path: string): string | undefined => {
  // The programs of the two services that can stand alone, of salvage and of the page that checks proofs: put together as the whole server is.
  if (["vault", "lawbot", "salvage", "verify-page"].some((part) => path === `src/${part}/main.ts`)) return "main";
  if (path.startsWith("gen/")) return "gen";
  return /^src\/([^/]+?)(?:\.ts)?(?:\/|$)/.exec(path)?.[1] ?? path;
};

const brokenBy = (edge: Edge): string[] => {
  const told = (why: string) => [`${edge.file}: ${edge.from} → ${edge.target}: ${why}`];
  if (edge.to === undefined) return impurity(edge).flatMap(told);
  const hidden = hiddenPackages[edge.from]?.some((prefix) => edge.target.startsWith(prefix));
  if (hidden) return told(`${edge.from} may not see this package`);
  if (edge.from === "main") return [];
  if (edge.from === edge.to) return brokenRoom(edge).flatMap(told);
  const allowed = arrows[edge.from];
  if (!allowed) return told(`${edge.from} has no arrows yet; say in scripts/import-rules.ts what it may import`);
  const path = edge.target.replace("src/", "");
  if (allowed.some((arrow) => arrow.includes("/") && (path === arrow || path.startsWith(`${arrow}/`)))) return [];
  if (!allowed.includes(edge.to)) return told(`${edge.from} may import ${allowed.join(", ") || "nothing"}`);
  const reachesIn = edge.to !== "gen" && edge.target.split("/").length > 3;
  return reachesIn ? told(`only main reaches into a subfolder of ${edge.to}`) : [];
};

const roomOf = (path: string, folder: string): string | undefined => {
  const [, , room, file] = path.split("/");
  return file !== undefined && rooms[folder]?.[room!] ? room : undefined;
};

const brokenRoom = ({ file, from, target }: Edge): string[] => {
  if (!rooms[from]) return [];
  const [here, there] = [roomOf(file, from), roomOf(target, from)];
  if (here === undefined || here === there) return [];
  const aim = there ?? target.split("/").slice(2).join("/");
  return rooms[from][here]!.includes(aim) ? [] : [`the room ${here} may not import ${aim} of ${from}`];
};

const impurity = ({ from, target }: Edge): string[] => {
  if (!pureFolders.has(from)) return [];
  if (isBuiltin(target)) return ["a pure folder imports no Node module; take what it does as an argument"];
  return impurePackage.test(target) ? ["a pure folder knows no transport, storage or log"] : [];
};

/** Each pair of folders that import one another, directly or around corners, named once with one file as witness. */
const cycles = (edges: readonly Edge[]): string[] => {
  const inner = edges.filter(({ from, to }) => to !== undefined && to !== from);
  const reaches = (start: string): Set<string> => {
    const seen = new Set<string>();
    const visit = (folder: string): void => {
      for (const { from, to } of inner) {
        if (from !== folder || seen.has(to!)) continue;
        seen.add(to!);
        visit(to!);
      }
    };
    visit(start);
    return seen;
  };
  const closing = inner.filter(({ from, to }) => reaches(to!).has(from));
  const named = new Map(closing.map((edge) => [`${edge.from} → ${edge.to}`, edge]));
  return [...named].map(([arrow, { file }]) => `${file}: ${arrow} is part of a cycle between folders`);
};

/** The TypeScript files under a folder of the project. */
export const sourceFiles = (root: string, folder: string): SourceFile[] =>
  readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.tsx?$/.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name))
    .map((full) => ({ path: relative(root, full).split(sep).join("/"), text: readFileSync(full, "utf8") }));

/** The root of this checkout. */
export const projectRoot = dirname(import.meta.dirname);
