import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import { projectRoot } from "./import-rules.ts";

// `node scripts/law-words.ts FOLDER…`: the words of texts of the Basiswettenbestand (CC0), XML or plain, that come with the program:
// a LawBot of another machine may offer no others. A word counts that a text writes in small letters, so that no name is one.

export const lawWordsHead = `# Words that Dutch statutes write in small letters, sorted by code unit.
# Written by \`node scripts/law-words.ts\` and by no hand, of texts of the Basiswettenbestand (https://wetten.overheid.nl, CC0 1.0).
`;

const word = /(?<![\p{L}\p{N}])\p{Ll}{2,40}(?![\p{L}\p{N}])/gu;

/** The words of a text in their order, marks of XML apart. */
export const wordsOfText = (text: string): string[] =>
  [
    ...text
      .replaceAll(/<[^>]*>|&\w+;/g, " ")
      .normalize("NFC")
      .matchAll(word),
  ].map(([found]) => found);

/** The words of texts. */
export const lawWords = (texts: Iterable<string>): string[] => {
  const words = new Set<string>();
  for (const text of texts) for (const found of wordsOfText(text)) words.add(found);
  return [...words].sort();
};

const plain = (bytes: Buffer): Buffer => (bytes[0] === 0x1f && bytes[1] === 0x8b ? gunzipSync(bytes) : bytes);

/** As many in a line as a person still reads. */
const inLines = (words: readonly string[]): string => {
  const lines: string[] = [];
  for (const each of words) {
    const last = lines.at(-1);
    if (last !== undefined && last.length + each.length < 150) lines[lines.length - 1] = `${last} ${each}`;
    else lines.push(each);
  }
  return lines.join("\n");
};

export function* textsIn(folder: string): Generator<string> {
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true }))
    if (entry.isFile() && /^BWBR\d+.*\.(xml|txt)(\.gz)?$/i.test(entry.name) && !/manifest|wti/i.test(entry.name))
      yield plain(readFileSync(join(entry.parentPath, entry.name))).toString("utf8");
}

if (import.meta.main) {
  const words = lawWords(process.argv.slice(2).flatMap((folder) => [...textsIn(folder)]));
  writeFileSync(join(projectRoot, "src/citation/law-words.txt"), `${lawWordsHead}${inLines(words)}\n`);
  console.log(`${words.length} words`);
}
