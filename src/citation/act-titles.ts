import type { LawNames } from "./known-law.ts";

/** What an instrument is called at the end of its short title. */
const noun = "(?:Act|Order|Regulations|Rules|Measure|Code)";
const small = "of|and|to|the|for|in|on|with|from|by|&|etc\\.?";
const word = `(?!${noun}(?![\\p{L}]))(?:\\p{Lu}[\\p{L}’'.-]*|\\([^()\\n]{1,60}\\)|${small})`;
const year = "(?:1[5-9]|20)\\d\\d";
/** `Employment Rights Act 1996`, `Employment Act 2002 (Dispute Resolution) Regulations 2004`. */
const title = `(?!(?:Section|Schedule|Article|Regulation|Part)\\s)\\p{Lu}[\\p{L}’'.-]*(?:,?\\s{1,3}${word}){0,14}?\\s{1,3}${noun}(?!\\p{L})(?:\\s{1,3}\\(Northern\\s{1,3}Ireland\\))?(?:,?\\s{1,3}${year}(?!\\d)(?:\\s{1,3}\\([^()\\n]{1,60}\\)\\s{1,3}${noun}(?:\\s{1,3}${year})?)?)?`;
const titleHere = new RegExp(title, "uy");
const titleAnywhere = new RegExp(`(?<![\\p{L}\\p{N}])${title}`, "gu");
/** Without one of these a text holds no title, and is spared the search. */
const anyNoun = new RegExp(`${noun}(?!\\p{L})`, "u");
/** `ERA 1996`, `TULR(C)A 1992`: capitals with a year. */
const initialsHere = new RegExp(
  `(?=[\\p{L}()]*\\p{Lu}[\\p{L}()]*\\p{Lu})\\p{Lu}[\\p{L}()]{1,9}\\s${year}(?!\\d)`,
  "uy",
);
/** `the 1996 Act`, `the Act`: only where the text says which it calls so. */
const shortHere = new RegExp(`(?:(?:${year})\\s{1,3})?${noun}(?!\\p{L})`, "uy");
/** Words that begin a sentence and no title. */
const opening =
  /^(?:(?:The|In|Under|By|See|And|As|Both|Since|That|Because|While|When|Where|For|If|But|Per|This|Also)\s+)+/u;
/** `(“the 1996 Act”)`, `(ERA 1996)`, `("the ERA")` right behind a title. */
const definition = /^\s{0,3}\((?:hereafter\s+|hereinafter\s+)?["“‘']?(?:the\s+)?([^()"”’'\n]{2,40})["”’']?\)/u;

const plain = (name: string): string =>
  name
    .replace(/[\s,]+/g, " ")
    .trim()
    .toLowerCase();

/** An act as a text names it. `name` is the registered title of a known act, "" of any other. */
export interface NamedAct {
  readonly name: string;
  readonly words: string;
  /** The title that was read where the text writes another name of it. */
  readonly readAs: string;
  readonly start: number;
  readonly end: number;
}

/** Acts that are known by name, and the short names that one text gives to acts. */
export class ActTitles {
  readonly #text: string;
  readonly #known: ReadonlyMap<string, string>;
  readonly #titles: readonly string[];
  readonly #defined = new Map<string, string>();

  /** `laws` are the acts that are loaded, by the titles that they are cited with. */
  constructor(text: string, laws: readonly LawNames[]) {
    this.#text = text;
    this.#titles = laws.map(actName);
    this.#known = new Map(
      laws.flatMap((law) =>
        [actName(law), law.title, ...(law.titles ?? [])].map((each) => [plain(each), actName(law)]),
      ),
    );
    if (!anyNoun.test(text)) return;
    for (const { 0: match, index } of text.matchAll(titleAnywhere)) {
      const words = match.replace(opening, "");
      const [, alias] = definition.exec(text.slice(index + match.length, index + match.length + 60)) ?? [];
      if (alias) this.#defined.set(plain(alias), words);
    }
  }

  /** The act whose name begins here, the longest one; an abbreviation only where `isBehindNumber`. */
  at(start: number, isBehindNumber: boolean): NamedAct | undefined {
    const written = match(titleHere, this.#text, start);
    const defined = isBehindNumber ? this.#definedAt(start) : undefined;
    if (!written && defined) return defined;
    if (written) return this.#act(written, start, start + written.length, "");
    const known = this.#titles.find((each) => plain(this.#text.slice(start, start + each.length)) === plain(each));
    if (known) return this.#act(known, start, start + known.length, "");
    const initials = isBehindNumber ? match(initialsHere, this.#text, start) : undefined;
    if (!initials) return undefined;
    return this.#act(initials, start, start + initials.length, this.#byInitials(initials));
  }

  /** Acts that the text names by title and year, or by the title of a known act, wherever they stand. */
  all(): NamedAct[] {
    if (!anyNoun.test(this.#text)) return [];
    return [...this.#text.matchAll(titleAnywhere)].flatMap(({ 0: found, index }) => {
      const skipped = opening.exec(found)?.[0].length ?? 0;
      const words = found.slice(skipped);
      const act = this.#act(words, index + skipped, index + found.length, "");
      return act.name !== "" || /\d{4}$/.test(words) ? [act] : [];
    });
  }

  #definedAt(start: number): NamedAct | undefined {
    for (const pattern of [shortHere, initialsHere, /\p{Lu}[\p{L}()]{1,9}/uy]) {
      const words = match(pattern, this.#text, start);
      const meant = words && this.#defined.get(plain(words));
      if (words && meant) return this.#act(meant, start, start + words.length, meant);
    }
    return undefined;
  }

  #act(words: string, start: number, end: number, readAs: string): NamedAct {
    const name = this.#known.get(plain(readAs || words)) ?? "";
    return { name, words: (readAs || words).replace(/\s+/g, " "), readAs, start, end };
  }

  /** The only known act of that year whose title has these initials; "" where there are none or several. */
  #byInitials(written: string): string {
    const [, letters = "", of = ""] = /^(\S+)\s(\d{4})$/.exec(written) ?? [];
    const wanted = letters.replace(/[()]/g, "").toUpperCase();
    const fits = this.#titles.filter((each) => each.endsWith(of) && initialsOf(each) === wanted);
    return fits.length === 1 ? (fits[0] ?? "") : "";
  }
}

/** The name an act is cited by. */
export const actName = (law: LawNames): string => law.citationTitle || law.title || law.lawId;

/** Names an act among addresses: short titles with their year are given once. */
export const actId = (words: string): string => `act:${plain(words)}`;

const initialsOf = (name: string): string =>
  [...name.matchAll(/(?<!\p{L})\p{Lu}/gu)].map(([letter]) => letter).join("");

const match = (pattern: RegExp, text: string, at: number): string | undefined => {
  pattern.lastIndex = at;
  return pattern.exec(text)?.[0];
};
