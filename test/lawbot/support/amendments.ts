import { article } from "./xml.ts";

/** An item, lid or article as the generator keeps it: `id` stays with it whatever is amended. */
export interface Part {
  readonly id: string;
  number: string;
  text: string;
  parts: Part[];
}

/** What is true of a quote after the amendments, by how they were made. */
export type Truth = "unchanged" | "moved" | "changed" | "repealed";

/** A law as articles; an article has a text of its own, or leden, which may have items. */
export interface Bill {
  articles: Part[];
}

/** Random numbers that are the same for the same seed (mulberry32). */
export const randomOf = (seed: number): ((below: number) => number) => {
  let state = seed;
  return (below) => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296) * below);
  };
};

const escaped = (text: string): string => text.replaceAll("&", "&amp;").replaceAll("<", "&lt;");

/** The law as XML of the older form, with identifiers where the source gives them. */
export const billXml = ({ articles }: Bill, hasKeys: boolean, lapsed: ReadonlySet<string> = new Set()): string =>
  articles
    .map(({ id, number, text, parts }) => {
      const key = (of: string) => (hasKeys ? `label-id="${of}"` : "");
      if (lapsed.has(id))
        return article(number, "<al><redactie>Vervallen</redactie></al>", `status="vervallen" ${key(id)}`);
      const items = (of: readonly Part[]) =>
        of.length === 0
          ? ""
          : `<lijst>${of.map((item) => `<li><li.nr>${item.number}.</li.nr><al>${escaped(item.text)}</al></li>`).join("")}</lijst>`;
      const leden = parts
        .map(
          (lid) =>
            `<lid ${key(lid.id)}><lidnr>${lid.number}</lidnr><al>${escaped(lid.text)}</al>${items(lid.parts)}</lid>`,
        )
        .join("");
      return article(number, `${text ? `<al>${escaped(text)}</al>` : ""}${leden}`, key(id));
    })
    .join("");

const copy = (part: Part): Part => ({ ...part, parts: part.parts.map(copy) });
const renumber = (parts: readonly Part[], of: (rank: number) => string): void => {
  for (const [rank, part] of parts.entries()) part.number = of(rank);
};
const asLid = (rank: number): string => String(rank + 1);
const asItem = (rank: number): string => String.fromCharCode(97 + rank);

/** Words that amendments put in: none of them makes two provisions alike. */
const fresh =
  "kwartel bezem lantaarn oever karaf zolder tegel hamer distel molen kade wimpel spijker fluweel akker grendel".split(
    " ",
  );
const sentenceOf = (random: (below: number) => number): string =>
  `Het ${Array.from({ length: 9 }, () => fresh[random(fresh.length)]).join(" ")} geschiedt met ${fresh[random(fresh.length)]}.`;

type Kind =
  | "words"
  | "replace"
  | "insert lid"
  | "repeal lid"
  | "repeal item"
  | "repeal article"
  | "lapse article"
  | "renumber article"
  | "split lid"
  | "split article"
  | "move lid";

const kinds: readonly Kind[] = [
  "words",
  "words",
  "replace",
  "insert lid",
  "repeal lid",
  "repeal item",
  "repeal article",
  "lapse article",
  "renumber article",
  "split lid",
  "split article",
  "move lid",
];

/** A law after amendments: its articles, and by id what is no longer said in one piece. */
export interface Amended {
  readonly bill: Bill;
  /** Articles that stand there as repealed. */
  readonly lapsed: ReadonlySet<string>;
  readonly made: readonly Kind[];
  /** Parts of a text that stand apart now: the id of what they came from, the words, the id of where they are. */
  readonly torn: readonly { readonly from: string; readonly words: string; readonly to: string }[];
}

/** Amends some articles, one amendment each. */
export const amend = (base: Bill, seed: number, count: number): Amended => {
  const random = randomOf(seed);
  const bill: Bill = { articles: base.articles.map(copy) };
  const lapsed = new Set<string>();
  const made: Kind[] = [];
  const torn: { from: string; words: string; to: string }[] = [];
  const touched = new Set<string>();
  const free = (fits: (part: Part) => boolean): Part | undefined => {
    const able = bill.articles.filter((part) => !touched.has(part.id) && fits(part));
    const chosen = able[random(Math.max(1, able.length))];
    if (chosen) touched.add(chosen.id);
    return chosen;
  };
  const pick = (parts: readonly Part[]): Part => parts[random(parts.length)] as Part;
  const changeWords = (part: Part): void => {
    const words = part.text.split(" ");
    const at = 1 + random(Math.max(1, words.length - 2));
    const word = fresh[random(fresh.length)] ?? "";
    const way = random(3);
    if (way === 0) words.splice(at, 1, word);
    else if (way === 1) words.splice(at, 0, "niet", word);
    else words.splice(at, words.length > 6 ? 1 : 0, ...(words.length > 6 ? [] : [word]));
    part.text = words.join(" ");
  };
  const halves = (text: string): [string, string] => {
    const words = text.split(" ");
    const at = Math.floor(words.length / 2);
    return [words.slice(0, at).join(" "), words.slice(at).join(" ")];
  };
  const doing: Record<Kind, () => boolean> = {
    words: () => {
      const part = free((each) => each.text.split(" ").length > 3 || each.parts.length > 0);
      if (!part) return false;
      const leaves = part.parts.length > 0 ? part.parts.flatMap((lid) => [lid, ...lid.parts]) : [part];
      changeWords(pick(leaves.filter((each) => each.text.split(" ").length > 3)) ?? part);
      return true;
    },
    replace: () => {
      const part = free(({ parts }) => parts.length > 1);
      const lid = part && pick(part.parts);
      if (!lid) return false;
      // Items go with the lid they stood in.
      lid.text = sentenceOf(random);
      lid.parts = [];
      return true;
    },
    "insert lid": () => {
      const part = free(({ parts }) => parts.length > 1);
      if (!part) return false;
      part.parts.splice(random(part.parts.length), 0, {
        id: `new-${seed}-${made.length}`,
        number: "",
        text: sentenceOf(random),
        parts: [],
      });
      renumber(part.parts, asLid);
      return true;
    },
    "repeal lid": () => {
      const part = free(({ parts }) => parts.length > 2);
      if (!part) return false;
      part.parts.splice(random(part.parts.length), 1);
      renumber(part.parts, asLid);
      return true;
    },
    "repeal item": () => {
      const part = free(({ parts }) => parts.some((lid) => lid.parts.length > 2));
      const lid = part?.parts.find((each) => each.parts.length > 2);
      if (!lid) return false;
      lid.parts.splice(random(lid.parts.length), 1);
      renumber(lid.parts, asItem);
      return true;
    },
    "repeal article": () => {
      const part = free(() => true);
      if (!part) return false;
      bill.articles.splice(bill.articles.indexOf(part), 1);
      return true;
    },
    "lapse article": () => {
      const part = free(() => true);
      if (!part) return false;
      lapsed.add(part.id);
      return true;
    },
    "renumber article": () => {
      const part = free(() => true);
      if (!part) return false;
      part.number = `${9000 + made.length}`;
      return true;
    },
    "split lid": () => {
      const part = free(({ parts }) => parts.some((lid) => lid.parts.length === 0 && lid.text.split(" ").length > 15));
      const lid = part?.parts.find((each) => each.parts.length === 0 && each.text.split(" ").length > 15);
      if (!part || !lid) return false;
      const [first, second] = halves(lid.text);
      const id = `split-${seed}-${made.length}`;
      lid.text = first;
      part.parts.splice(part.parts.indexOf(lid) + 1, 0, { id, number: "", text: second, parts: [] });
      renumber(part.parts, asLid);
      torn.push({ from: lid.id, words: first, to: lid.id }, { from: lid.id, words: second, to: id });
      return true;
    },
    "split article": () => {
      const part = free(({ parts, text }) => parts.length === 0 && text.split(" ").length > 15);
      if (!part) return false;
      const [first, second] = halves(part.text);
      const ids = [`part-${seed}-${made.length}-1`, `part-${seed}-${made.length}-2`] as const;
      part.parts = [first, second].map((text, rank) => ({ id: ids[rank] ?? "", number: asLid(rank), text, parts: [] }));
      part.text = "";
      torn.push({ from: part.id, words: first, to: ids[0] }, { from: part.id, words: second, to: ids[1] });
      return true;
    },
    "move lid": () => {
      const from = free(({ parts }) => parts.length > 2);
      const to = free(({ parts }) => parts.length > 1);
      if (!from || !to) return false;
      const [lid] = from.parts.splice(random(from.parts.length), 1);
      if (lid) to.parts.push(lid);
      renumber(from.parts, asLid);
      renumber(to.parts, asLid);
      return true;
    },
  };
  for (let tries = 0; made.length < count && tries < count * 10; tries++) {
    const kind = kinds[random(kinds.length)] as Kind;
    if (doing[kind]()) made.push(kind);
  }
  return { bill, lapsed, made, torn };
};

/** A quotable text of a law with where it stands, outermost first: `["5", "2", "a"]`. */
export interface Quote {
  readonly id: string;
  readonly text: string;
  readonly at: readonly string[];
}

/** Every text of a law. */
export const quotesOf = ({ articles }: Bill, around: readonly string[] = []): Quote[] =>
  articles.flatMap(({ id, number, text, parts }) => [
    ...(text ? [{ id, text, at: [...around, number] }] : []),
    ...quotesOf({ articles: parts }, [...around, number]),
  ]);

/** What became of each text, by the ids alone. */
export const truthOf = (
  before: readonly Quote[],
  { bill, lapsed, torn }: Amended,
): Map<string, { truth: Truth; at: string }> => {
  const after = new Map(quotesOf(bill).map((quote) => [quote.id, quote]));
  const gone = new Set(
    bill.articles
      .filter(({ id }) => lapsed.has(id))
      .flatMap((part) => quotesOf({ articles: [part] }).map(({ id }) => id)),
  );
  const split = new Set(torn.map(({ from }) => from));
  return new Map(
    before.map((quote): [string, { truth: Truth; at: string }] => {
      const now = after.get(quote.id);
      const at = now?.at.join(" ") ?? "";
      if (split.has(quote.id)) return [quote.id, { truth: "changed", at }];
      if (!now || gone.has(quote.id)) return [quote.id, { truth: "repealed", at: "" }];
      if (now.text !== quote.text) return [quote.id, { truth: "changed", at }];
      return [quote.id, { truth: at === quote.at.join(" ") ? "unchanged" : "moved", at }];
    }),
  );
};
