import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { Voice } from "../../../gen/pincite/span/v1/span_pb.ts";
import { importerFor, openerFor } from "../../../src/vault/import/importers.ts";

const folder = new URL("../../../cases/chats/files/", import.meta.url);

/** The files of one half, by the first byte of the SHA-256 of their names. */
export const chatFiles = (half: "even" | "odd"): string[] =>
  readdirSync(folder)
    .filter((name) => !name.endsWith(".tsv"))
    .filter((name) => ((createHash("sha256").update(name).digest()[0] as number) % 2 === 0) === (half === "even"))
    .toSorted();

/** A message, or a line that nobody speaks, with its words. */
export interface ReadLine {
  readonly kind: string;
  readonly speaker: string;
  readonly day: string;
  readonly words: string;
}

/** What should be read from a file. */
export const expectedOf = (name: string): ReadLine[] =>
  readFileSync(new URL(`${encodeURIComponent(name)}.tsv`, folder), "utf8")
    .trim()
    .split("\n")
    .slice(1)
    .map((row) => {
      const [kind = "", speaker = "", day = "", words = ""] = row.split("\t");
      return { kind, speaker, day, words: words.replaceAll("\\n", "\n").replaceAll("\\\\", "\\") };
    });

/** What is read from a file, as its canonical text, segments and marks say it. */
export const readOf = async (name: string): Promise<ReadLine[]> => {
  let [path, bytes]: [string, Uint8Array] = [
    name,
    new Uint8Array(readFileSync(new URL(encodeURIComponent(name), folder))),
  ];
  for await (const entry of openerFor(name, "", bytes)?.open(bytes, name) ?? []) {
    if ("bytes" in entry && entry.name.endsWith(".txt")) [path, bytes] = [entry.name, entry.bytes];
  }
  const { text, docType, segments, marks = [] } = await importerFor(path, "", bytes).extract(bytes, { path });
  const points = [...text];
  const voices = segments.map(({ start, end, voice, speaker, dateText }) => {
    const { textStart = start, end: last = end } =
      marks.find((mark) => mark.element === "message" && mark.start === start) ?? {};
    const words = points.slice(textStart, last).join("");
    return { isSaid: voice === Voice.QUOTED, speaker: speaker || "-", day: dateText.slice(0, 10) || "-", words };
  });
  const isChat = docType === "chat";
  return voices
    .filter(({ isSaid, words }) => isSaid || (isChat && words.trim() !== ""))
    .map(({ isSaid, speaker, day, words }) => ({
      kind: isSaid ? "message" : "system",
      speaker,
      day,
      words: (isChat ? words : words.replace(`${speaker}: `, "")).trim(),
    }));
};

/** An empty line between paragraphs of a page is how it is drawn. */
const bare = (words: string): string => words.replaceAll(/\s+/gu, " ").trim();

export interface ChatFigures {
  readonly lines: number;
  /** Read with the speaker, the day and the words of the table. */
  readonly right: number;
  /** Words that are said by somebody whom the table does not have saying them. */
  readonly wrongWords: number;
  /** Lines with a day that the table does not have. */
  readonly wrongDays: number;
}

/** What is read from files beside what should be. */
export const figuresOf = async (names: readonly string[]): Promise<ChatFigures> => {
  let [lines, right, wrongWords, wrongDays] = [0, 0, 0, 0];
  for (const name of names) {
    const [expected, read] = [expectedOf(name), await readOf(name)];
    const isLine = (one: ReadLine, other: ReadLine): boolean =>
      one.kind === other.kind && one.speaker === other.speaker && bare(one.words) === bare(other.words);
    lines += expected.length;
    right += expected.filter((one) => read.some((other) => isLine(one, other) && one.day === other.day)).length;
    for (const one of read) {
      const theirs = expected.filter(({ words }) => bare(words) === bare(one.words));
      if (one.kind === "message" && !theirs.some((other) => isLine(one, other)))
        wrongWords += bare(one.words).split(" ").length;
      if (one.day !== "-" && !theirs.some(({ day }) => day === one.day)) wrongDays += 1;
    }
  }
  return { lines, right, wrongWords, wrongDays };
};
