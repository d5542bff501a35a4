import PostalMime from "postal-mime";
import type { IndexEntry } from "../../src/search/full-text-index.ts";
import { sharedData } from "../support/shared-data.ts";
import { readTarGz } from "../support/tar.ts";

const archives = ["email-enron/enron.tar.gz", "email-spamassassin/spamassassin.tar.gz"];
/** One word in so many is replaced in a copy, so that no copy compresses or indexes like its original. */
const replacedEvery = 6;
/** One replaced word in so many becomes a word that stands nowhere else, as numbers and names in real mail do. */
const newEvery = 12;

/**
 * So many entries of mail: the real messages of the shared data, then copies of them in which words were exchanged for
 * others of the same corpus, drawn as often as they occur. Seeded, so every run measures the same. Empty without the data.
 */
export const mailCorpus = async (size: number): Promise<IndexEntry[]> => {
  const originals = await realMail();
  const words = originals.flatMap(({ body }) => body.split(/\s+/).filter((word) => /^\p{L}+$/u.test(word)));
  const random = seeded(11);
  return originals.length === 0
    ? []
    : Array.from({ length: size }, (_, number) => {
        const original = originals[number % originals.length] as IndexEntry;
        const body = number < originals.length ? original.body : varied(original.body, words, random);
        const day = new Date(Date.UTC(2000, 0, 1) + number * 3_600_000).toISOString();
        return { ...original, id: `doc-${String(number).padStart(26, "0")}`, date: day, body };
      });
};

const realMail = async (): Promise<IndexEntry[]> => {
  const entries: IndexEntry[] = [];
  for (const archive of archives) {
    const path = sharedData(archive);
    if (path === undefined) continue;
    for (const { path: name, bytes } of readTarGz(path)) {
      if (!name.endsWith(".eml")) continue;
      const mail = await PostalMime.parse(bytes);
      const body = mail.text ?? (mail.html ?? "").replaceAll(/<[^>]*>/g, " ");
      const people = [mail.from, ...(mail.to ?? [])].map((one) => `${one?.name ?? ""} <${one?.address ?? ""}>`);
      entries.push({ id: "", kind: "thread", date: "", title: mail.subject ?? "", body, people, facets: {} });
    }
  }
  return entries;
};

const varied = (body: string, words: readonly string[], random: () => number): string =>
  body.replaceAll(/\p{L}{3,}/gu, (word) => {
    if (random() * replacedEvery >= 1) return word;
    const other = words[Math.floor(random() * words.length)] ?? word;
    return random() * newEvery < 1 ? `${other}${Math.floor(random() * 1e6).toString(36)}` : other;
  });

/** Numbers from 0 up to 1, the same for the same seed (a linear congruential generator, Numerical Recipes' constants). */
const seeded = (seed: number): (() => number) => {
  let state = seed >>> 0;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
};
