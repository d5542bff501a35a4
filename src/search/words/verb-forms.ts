import { strongVerbs } from "#kit/strong-verbs-nl.ts";

/** Prefixes that are never parted from their verb, and take the place of `ge-` (ANS 2.3.2). */
const fastPrefixes = [
  "be",
  "ge",
  "er",
  "her",
  "ont",
  "ver",
  "mis",
  "over",
  "onder",
  "door",
  "om",
  "aan",
  "vol",
  "weer",
];
/** Those that are parted, and stand before `ge-`; of some a verb of either kind is made (ANS 12.2.1.3). */
const looseParts =
  "aan achter achterna af bij binnen boven buiten deel dicht door goed heen in klaar langs los mede mee mis na neer om onder op " +
  "open over plaats samen schoon stil stuk tegen terecht terug thuis toe tussen uit vast vol voor voorbij vrij waar weg ziek " +
  "achteruit omhoog omlaag vooruit voort rond gade kwijt bijeen";
const loose = [...new Set(looseParts.split(" "))].sort((a, b) => b.length - a.length);

interface Verb {
  /** Forms that stand after any prefix: present and past. */
  readonly finite: readonly string[];
  readonly participles: readonly string[];
}

const stemOf = (infinitive: string): string => {
  if (/(?:aa|oe|ie)n$/.test(infinitive)) return infinitive.slice(0, -1);
  const bare = infinitive.slice(0, -2);
  if (/([b-df-hj-np-tv-z])\1$/.test(bare)) return bare.slice(0, -1);
  // An open syllable has its vowel once, a closed one twice: `nem-en`, `neem`.
  const open = /^(.*(?:^|[^aeiou]))([aeou])([b-df-hj-np-tv-z])$/.exec(bare);
  const closed = open ? `${open[1]}${open[2]}${open[2]}${open[3]}` : bare;
  return closed.replace(/v$/, "f").replace(/z$/, "s");
};

const verbs: readonly Verb[] = strongVerbs.map((verb) => {
  const { infinitive, pastSingular, pastPlural } = verb;
  const stem = stemOf(infinitive);
  const present = [infinitive, stem, stem.endsWith("t") ? stem : `${stem}t`, `${infinitive}d`, `${infinitive}de`];
  const participles = verb.participles.flatMap((one) => [one, ...(one.endsWith("en") ? [] : [`${one}e`])]);
  return { finite: [...new Set([...present, ...pastSingular, ...pastPlural])], participles };
});

const byForm = new Map<string, Verb[]>();
for (const verb of verbs)
  for (const form of [...verb.finite, ...verb.participles]) byForm.set(form, [...(byForm.get(form) ?? []), verb]);

/** A participle without `ge-`, as it stands behind a prefix that takes its place: `geslagen`, `ontslagen`. */
const bare = (participle: string): string => (participle.startsWith("ge") ? participle.slice(2) : participle);

const formsBehind = (prefix: string, verb: Verb): string[] =>
  [...verb.finite, ...verb.participles].map((form) => prefix + form);
const formsFast = (prefix: string, verb: Verb): string[] =>
  [...verb.finite, ...verb.participles.map(bare)].map((form) => prefix + form);

/** Verbs of which the word is a form once the prefix is gone, participles without `ge-` counted. */
const verbsFast = (rest: string): readonly Verb[] => [...(byForm.get(rest) ?? []), ...(byForm.get(`ge${rest}`) ?? [])];

/**
 * Other forms of a folded word where it may be one of a strong or irregular Dutch verb, its prefix kept: `ontslaan` gives
 * `ontsloeg` and `ontslagen`, `aangenomen` gives `aannemen`. Some of them are no words, and stand in no text. Empty for
 * all other words.
 */
export const strongForms = (word: string): readonly string[] => {
  const found = new Set<string>();
  const add = (forms: readonly string[]): void => {
    for (const form of forms) if (form.length > 2) found.add(form);
  };
  for (const verb of byForm.get(word) ?? []) add(formsBehind("", verb));
  for (const prefix of fastPrefixes) {
    if (!word.startsWith(prefix)) continue;
    for (const verb of verbsFast(word.slice(prefix.length))) add(formsFast(prefix, verb));
  }
  const part = loosePartOf(word);
  if (part !== "") for (const verb of byForm.get(word.slice(part.length)) ?? []) add(formsBehind(part, verb));
  found.delete(word);
  return [...found];
};

/** The part that a verb is parted from, with which the word begins; empty where it begins with none. */
export const loosePartOf = (word: string): string =>
  loose.find((part) => word.length > part.length + 2 && word.startsWith(part)) ?? "";

const looseSet = new Set(loose);

/** Whether a folded word is such a part by itself: `op` in `Ik zeg het abonnement op`. */
export const isLoosePart = (word: string): boolean => looseSet.has(word);

/** After these a weak verb takes t, after all others d (’t kofschip). */
const voiceless = /(?:[tkfspx]|ch)$/;

/** Whether a weak verb of this stem has this ending behind it: present, past, participle, and the participle inflected. */
export const isWeakEnding = (stem: string, ending: string, isParticiple: boolean): boolean =>
  (voiceless.test(stem) && isEndingWith("t", stem, ending, isParticiple)) ||
  // An f or s may stand for v or z, which are voiced: `beloofd`, `verhuisd`.
  (!/(?:[tkp]|ch)$/.test(stem) && isEndingWith("d", stem, ending, isParticiple));

const isEndingWith = (sign: string, stem: string, ending: string, isParticiple: boolean): boolean => {
  // A stem that ends in the sign does not write it twice: `gezet`, `gemeld`.
  if (isParticiple) return ending === sign || ending === `${sign}e` || (/[dt]$/.test(stem) && /^e?$/.test(ending));
  return ending === "t" || ending === `${sign}e` || ending === `${sign}en`;
};

const fastParticiple = /^(?:be|ver|ont|her|er)/;

/**
 * What a folded word may be a weak form of, as the verb's stem is written: `gewerkt` gives `werk`, `opgehaalde` gives
 * `ophaal`, `betaald` gives `betaal`. Empty where it has not the shape of one.
 */
export const weakStems = (word: string): readonly string[] => {
  const part = word.startsWith("ge") ? "" : loosePartOf(word);
  const [, core] = /^ge(.{2,}[dt])e?$/.exec(word.slice(part.length)) ?? [];
  const found: string[] = [];
  if (core !== undefined) {
    if (isWeakEnding(core, "", true)) found.push(part + core);
    if (isWeakEnding(core.slice(0, -1), core.slice(-1), true)) found.push(part + core.slice(0, -1));
  }
  const [, stem = "", ending = ""] = /^(.{4,}?)([dt](?:en?)?)$/.exec(word) ?? [];
  if (
    stem !== "" &&
    isWeakEnding(stem, ending, fastParticiple.test(word)) &&
    (stem.length > 4 || fastParticiple.test(word))
  )
    found.push(stem);
  const small = diminutive.exec(word);
  if (small !== null && small.index > 2) found.push(word.slice(0, small.index));
  return found;
};

/** Endings of small things: `loonstrookje`, `briefje`, `filmpje`. */
export const diminutive = /(?:[tpk]|et)?jes?$/;

/** Beginnings that a participle of this stem may have: with `ge-`, and with it behind a loose part. */
export const participleHeads = (stem: string): readonly string[] => {
  const part = loosePartOf(stem);
  return part === "" ? [`ge${stem}`] : [`ge${stem}`, `${part}ge${stem.slice(part.length)}`];
};
