import { readFileSync } from "node:fs";
import { gunzipSync } from "node:zlib";
import { mbox } from "../../src/vault/import/mbox.ts";
import { sharedData } from "../support/shared-data.ts";
import { readTarGz } from "../support/tar.ts";

const archives = ["email-enron/enron.tar.gz", "email-spamassassin/spamassassin.tar.gz"];
const mailbox = "email-apache-mbox/httpd-users-2020-07.asf.mbox.gz";

/** One message in so many is sent a second time, under another path: the import must know it. */
export const repeatEvery = 100;
/** One word in so many is exchanged in a copy, so that no copy compresses or indexes like its original. */
const exchangedEvery = 7;

/** A message to send. */
export interface MadeMail {
  readonly path: string;
  readonly bytes: Uint8Array;
}

/** Whether it was sent before, under another path. */
export const isRepeat = ({ path }: Pick<MadeMail, "path">): boolean => path.startsWith("again/");

/** The real messages of the shared data, as Latin-1 so that every byte is a character; empty without the data. */
export const realMail = (): string[] => {
  const files = archives.flatMap((archive) => {
    const path = sharedData(archive);
    return path === undefined ? [] : readTarGz(path).filter((file) => file.path.endsWith(".eml"));
  });
  const path = sharedData(mailbox);
  const entries = path === undefined ? [] : [...(mbox.open(gunzipSync(readFileSync(path))) ?? [])];
  const all = [
    ...files.map(({ bytes }) => bytes),
    ...entries.flatMap((entry) => ("bytes" in entry ? [entry.bytes] : [])),
  ];
  return [...new Set(all.map((bytes) => Buffer.from(bytes).toString("latin1")))];
};

/**
 * So many different messages made of the real ones, one at a time, and the repeats among them. The first round is the
 * real mail itself. In later rounds the ids a message bears and names get the round's mark, its date moves, its subject
 * ends in the round's number and some of its words are exchanged: each round has the threads of the first, and no two
 * rounds share one. Depends on nothing but the arguments.
 */
export function* makeMail(originals: readonly string[], count: number): Generator<MadeMail> {
  for (let number = 0; number < count; number++) {
    const round = Math.floor(number / originals.length);
    const original = originals[number % originals.length] as string;
    const bytes = Buffer.from(round === 0 ? original : inRound(original, round, originals), "latin1");
    yield { path: `mail/${Math.floor(number / 1_000)}/${number}.eml`, bytes };
    if (number % repeatEvery === repeatEvery - 1) yield { path: `again/${number}.eml`, bytes };
  }
}

const inRound = (original: string, round: number, originals: readonly string[]): string => {
  const end = /\r?\n\r?\n/.exec(original)?.index ?? original.length;
  const head = original
    .slice(0, end)
    .replaceAll(/^(message-id|in-reply-to|references|date|subject):.*(?:\r?\n[ \t].*)*/gim, (field) =>
      changed(field, round),
    );
  return head + exchanged(original.slice(end), round, originals);
};

const changed = (field: string, round: number): string => {
  const name = field.slice(0, field.indexOf(":")).toLowerCase();
  if (name === "subject") return `${field} ${round}`;
  if (name === "date") return field.replace(/\b(?:19|20)\d\d\b/, (year) => String(Number(year) + (round % 20)));
  return field.replaceAll(/<([^<>\s]+)>/g, `<${round}.$1>`);
};

/** Exchanges words between two spaces: no header of a part, no boundary and no encoded line has such a one. */
const exchanged = (body: string, round: number, originals: readonly string[]): string => {
  const random = seeded(round * 7_919 + body.length);
  return body.replaceAll(/(?<= )[a-z]{4,9}(?= )/g, (word) => {
    if (random() * exchangedEvery >= 1) return word;
    const other = originals[Math.floor(random() * originals.length)] as string;
    const from = Math.floor(random() * other.length);
    return /[a-z]{4,9}/.exec(other.slice(from, from + 200))?.[0] ?? word;
  });
};

/** Numbers from 0 up to 1, the same for the same seed (a linear congruential generator, Numerical Recipes' constants). */
const seeded = (seed: number): (() => number) => {
  let state = seed >>> 0;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
};
