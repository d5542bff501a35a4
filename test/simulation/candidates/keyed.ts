import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

/** One thing that a layman wants to say, with the sentence that says it. */
export interface KeyedClaim {
  readonly text: string;
  readonly kind: string;
  /** The sentences that say it, each of them right. */
  readonly sentences: readonly string[];
}

/** A dossier keyed by sentence. */
export interface KeyedCase {
  readonly name: string;
  readonly files: readonly { readonly path: string; readonly bytes: Uint8Array }[];
  /** The letter that is answered, and who wrote it; empty where the case names none. */
  readonly letterFile: string;
  readonly writer: string;
  /** Names of whoever the memo is by, as the case calls them; empty: it names nobody. */
  readonly authors: readonly string[];
  readonly claims: readonly KeyedClaim[];
}

/** Reads a table as people write it: this judge shares no reader with the program. */
const rowsOf = (path: string): Record<string, string>[] => {
  const [head = "", ...lines] = readFileSync(path, "utf8")
    .split(/\r?\n/u)
    .filter((line) => line !== "" && !line.startsWith("#"));
  const columns = head.split("\t");
  return lines.map((line) => Object.fromEntries(line.split("\t").map((cell, at) => [columns[at] ?? "", cell.trim()])));
};

/** The cases in these folders whose key has sentences. */
export const keyedCases = (folders: readonly string[]): KeyedCase[] =>
  folders.flatMap((folder) => {
    const [key, dossier] = [join(folder, "key.tsv"), join(folder, "dossier")];
    if (!existsSync(key) || !existsSync(dossier)) return [];
    const letter = existsSync(join(folder, "letter.tsv"))
      ? readFileSync(join(folder, "letter.tsv"), "utf8")
          .split(/\r?\n/u)
          .map((line) => line.split("\t"))
      : [];
    const cell = (name: string) => letter.find(([first]) => first === name)?.[1]?.trim() ?? "";
    const texts = new Map(
      existsSync(join(folder, "claims.tsv"))
        ? rowsOf(join(folder, "claims.tsv")).map(({ id = "", text = "" }) => [id, text])
        : [],
    );
    const said = new Map<string, { kind: string; sentences: string[] }>();
    for (const { claim = "", kind = "", file = "", sentence = "" } of rowsOf(key)) {
      if ([file, sentence].some((cell) => cell === "" || cell === "-") || ["absence", "law", "place"].includes(kind))
        continue;
      if (!existsSync(join(dossier, file))) continue;
      const text = texts.get(claim) ?? claim;
      const known = said.get(text) ?? { kind, sentences: [] };
      said.set(text, { ...known, sentences: [...known.sentences, sentence.replaceAll("\\n", " ")] });
    }
    const claims = [...said].map(([text, { kind, sentences }]) => ({ text, kind, sentences }));
    const files = readdirSync(dossier).map((path) => ({
      path,
      bytes: new Uint8Array(readFileSync(join(dossier, path))),
    }));
    const name = folder.split("/").at(-1) ?? folder;
    return claims.length === 0
      ? []
      : [
          {
            name,
            files,
            letterFile: cell("file"),
            writer: cell("writer"),
            authors: authorsOf(folder, cell("addressee")),
            claims,
          },
        ];
  });

/** The author by the parties of a case, else whoever its letter is to: what stands in front of the address. */
const authorsOf = (folder: string, addressee: string): string[] => {
  const parties = join(folder, "parties.tsv");
  if (existsSync(parties))
    return rowsOf(parties)
      .filter(({ role }) => role === "author")
      .flatMap(({ names = "", addresses = "" }) => [...names.split("|"), ...addresses.split("|")])
      .map((name) => name.trim())
      .filter((name) => name !== "");
  const name = /(?:mevrouw|de heer|mevr\.|dhr\.)\s+([^,]+)/iu.exec(addressee)?.[1] ?? addressee.split(",")[0] ?? "";
  return name.trim() === "" ? [] : [name.trim()];
};

/** Letters and digits alone, in small letters: how two renderings of one sentence are compared. */
const bare = (text: string): string => text.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, "");

/** The sentences of a key, cut where a stop, an exclamation or a question mark ends one. */
const sentencesOf = (key: string): string[] => key.split(/(?<=[.!?])\s+(?=\p{Lu}|\d)/u);

/** Whether a passage gives the key's words: it holds them or one of their sentences, or has six tenths of one. */
export const gives = (passage: string, key: string): boolean => {
  const shown = bare(passage);
  return sentencesOf(key).some((sentence) => {
    const wanted = bare(sentence);
    if (shown.length < lettersLeast || wanted.length < lettersLeast) return shown !== "" && shown === bare(key);
    return shown.includes(wanted) || (wanted.includes(shown) && shown.length >= 0.6 * wanted.length);
  });
};

/** Shorter sentences are told by no part of them. */
const lettersLeast = 15;
