import { readdirSync, readFileSync } from "node:fs";
import { extname, join } from "node:path";
import PostalMime, { type Address } from "postal-mime";
import type { Participant } from "./dossier.ts";
import { CaseError, readTable, shownPath } from "./table.ts";

/** A file of a dossier as it lies there, with what it says of itself and what `papers.tsv` says of it. */
export interface Paper {
  readonly file: string;
  readonly bytes: Uint8Array;
  /** Empty for a picture that was not asked to be read. */
  readonly text: string;
  readonly isUnreadPicture: boolean;
  readonly title: string;
  readonly kind: string;
  /** YYYY-MM-DD, or empty. */
  readonly day: string;
  readonly author: string;
  readonly people: readonly Participant[];
  /** Sender and receiver of a mail as its header has them, `Name <address>`; empty for any other file. */
  readonly from: string;
  readonly to: string;
}

const parts = ["from", "to", "cc", "present", "signed"] as const;

/** A machine reads it, which takes seconds. */
const isPicture = (file: string): boolean => /\.(?:png|jpe?g)$/iu.test(file);

/** The files of a case's folder `dossier/`, in the order of their names. */
export const readPapers = async (folder: string, pictures: "read" | "unread" = "read"): Promise<Paper[]> => {
  const facts = factsOf(folder);
  const files = readdirSync(join(folder, "dossier")).toSorted((a, b) => (a < b ? -1 : 1));
  for (const [file, { row }] of facts)
    if (!files.includes(file))
      throw row.wrong(
        "file",
        `there is no file “${file}” in dossier/: write its name as it stands there, with its ending`,
      );
  return Promise.all(
    files.map(async (file) => {
      const isUnreadPicture = pictures === "unread" && isPicture(file);
      const read = await readPaper(join(folder, "dossier", file), file, isUnreadPicture);
      const { row: _, ...fact } = facts.get(file) ?? { row: undefined };
      return { ...read, ...fact };
    }),
  );
};

const factsOf = (folder: string) => {
  const path = join(folder, "papers.tsv");
  const rows = tableIfThere(path, { needed: ["file"], allowed: ["kind", "title", "day", "author", "people"] });
  return new Map(
    rows.map((row) => {
      const day = row.cell("day");
      if (!/^(?:\d{4}-\d\d-\d\d)?$/u.test(day))
        throw row.wrong("day", "is no day: write it as 2026-03-31, or leave it empty");
      const people = row.list("people", ";").map((one): Participant => {
        const [, part, name] = /^(\S+)\s+(.+)$/su.exec(one) ?? [];
        const known = parts.find((each) => each === part);
        if (!known || !name)
          throw row.wrong(
            "people",
            `“${one}” does not begin with ${parts.join(", ")}: write as in “from Jan Pel; to Mia Bos”`,
          );
        return { name, part: known };
      });
      const told = { title: row.cell("title"), kind: row.cell("kind"), day, author: row.cell("author") };
      const given = Object.fromEntries(Object.entries(told).filter(([, value]) => value !== ""));
      return [
        row.needed("file", "write the name of a file in dossier/"),
        { ...given, ...(people.length > 0 ? { people } : {}), row },
      ] as const;
    }),
  );
};

/** The rows of a table that a case may lack. */
export const tableIfThere: typeof readTable = (path, columns) => {
  try {
    return readTable(path, columns);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return [];
    throw error;
  }
};

const readPaper = async (path: string, file: string, isUnreadPicture: boolean): Promise<Paper> => {
  const bytes = readFileSync(path);
  const title = file.slice(0, file.length - extname(file).length);
  const paper = { file, bytes, title, day: "", author: "", people: [], from: "", to: "", isUnreadPicture };
  switch (extname(file).toLowerCase()) {
    case ".eml":
      return readMail(file, bytes);
    case ".txt":
    case ".md":
    case ".csv":
    case ".ics":
      return {
        ...paper,
        kind: "note",
        text: new TextDecoder().decode(bytes).replaceAll("\r\n", "\n").replace(/\n$/u, ""),
      };
    default:
      return { ...paper, kind: "letter", text: isUnreadPicture ? "" : await importedText(path, bytes) };
  }
};

/** A mail with its own words: what hangs on it is another file. */
const readMail = async (file: string, bytes: Uint8Array): Promise<Paper> => {
  const { from, to = [], cc = [], subject = "", text = "", headers } = await PostalMime.parse(bytes);
  const named = (part: Participant["part"], some: readonly Address[]) =>
    some.map(({ name, address = "" }): Participant => ({ name: name || address, part }));
  const whole = ({ name, address = "" }: Address): string => (name ? `${name} <${address}>` : address);
  const people = [...named("from", from ? [from] : []), ...named("to", to), ...named("cc", cc)];
  return {
    ...{ file, bytes, isUnreadPicture: false, title: subject, kind: "e-mail", people, author: people[0]?.name ?? "" },
    day: dayOf(headers.find(({ key }) => key === "date")?.value ?? ""),
    from: from ? whole(from) : "",
    to: to.map(whole).join(", "),
    text: text.replaceAll("\r\n", "\n").replace(/\n$/u, ""),
  };
};

const months = "jan feb mar apr may jun jul aug sep oct nov dec".split(" ");

/** The day of a mail as its header writes it, where it was sent. */
const dayOf = (header: string): string => {
  const [, day = "", month = "", year = ""] = /(\d{1,2}) (\p{L}{3})\p{L}* (\d{4})/u.exec(header) ?? [];
  const at = months.indexOf(month.toLowerCase()) + 1;
  return at === 0 ? "" : `${year}-${String(at).padStart(2, "0")}-${day.padStart(2, "0")}`;
};

/** The text of a PDF or of a word processor's file, as the program reads it. */
const importedText = async (path: string, bytes: Uint8Array): Promise<string> => {
  const { importerFor } = await import("../../../src/vault/import/importers.ts");
  try {
    return (await importerFor(path, "").extract(bytes, { path })).text;
  } catch (cause) {
    throw new CaseError(
      `${shownPath(path)} cannot be read: ${(cause as Error).message}; save it as .eml, .txt, .pdf or .docx`,
      { cause },
    );
  }
};
