import { inEnglish, type PlainId, worded } from "../../messages/said.ts";
import shipped from "./unread-kinds.json" with { type: "json" };

/** What no importer reads, and what is said of it. The ends of names, the types and their sources stand in `unread-kinds.json`. */
const said = {
  picture: "import.unread-picture",
  heic: "import.unread-heic",
  "picture-without-words": "import.picture-without-words",
  "picture-reader-missing": "import.picture-reader-missing",
  "picture-too-long": "import.picture-too-long",
  "picture-unopened": "import.picture-unopened",
  sound: "import.unread-sound",
  film: "import.unread-film",
  locked: "import.it-is-protected-by-a-password-open-it-save",
  sheet: "import.unread-sheet",
  slides: "import.unread-slides",
  pages: "import.unread-pages",
  "other-word": "import.unread-other-word",
  archive: "import.unread-archive",
  "web-archive": "import.unread-web-archive",
  "outlook-mac": "import.unread-outlook-mac",
  "outlook-express": "import.unread-outlook-express",
  "notes-mailbox": "import.unread-notes-mailbox",
  "google-pointer": "import.unread-google-pointer",
  transcript: "import.unread-transcript",
  "bank-data": "import.unread-bank-data",
  shortcut: "import.unread-shortcut",
  "data-export": "import.unread-data-export",
  contact: "import.unread-contact",
  "mail-index": "import.unread-mail-index",
  encrypted: "import.unread-encrypted",
  "encryption-note": "import.unread-encryption-note",
  signature: "import.unread-signature",
} as const satisfies Record<string, PlainId>;

const sentenceOf = (kind: string): string | undefined =>
  kind in said ? inEnglish(worded(said[kind as keyof typeof said])) : undefined;

/** What is said of a part of a message that has no words of its own: it stays in the message, and nothing is refused. */
export const keptReasons: ReadonlySet<string> = new Set(shipped.kept.flatMap((kind) => sentenceOf(kind) ?? []));

/** What a file is that no importer reads, and what to do with it, by the end of its name; undefined where nothing is known. */
export const unreadByName = (path: string): string | undefined => {
  const lower = path.toLowerCase();
  const row = shipped.suffixes.find(({ suffix }) => lower.endsWith(suffix));
  return row && sentenceOf(row.kind);
};

/** The same by what its bytes begin with, then by its media type: in lower case, without parameters. */
export const unreadByContent = (declared: string, bytes: Uint8Array): string | undefined => {
  const head = Buffer.from(bytes.subarray(0, headBytes)).toString("latin1");
  const row =
    shipped.beginnings.find(({ begins }) => head.startsWith(begins)) ??
    shipped.types.find(({ type }) => (type.endsWith("/") ? declared.startsWith(type) : declared === type));
  return row && sentenceOf(row.kind);
};

const headBytes = 256;
