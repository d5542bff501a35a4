import { collapse } from "../text/collapse.ts";

/** What a part of an act is: units carry the names that Dutch statutes' units have, so that citations find them alike. */
export type ActElement =
  | "intitule"
  | "preamble"
  | "overweging"
  | "divisie"
  | "artikel"
  | "enig-artikel"
  | "lid"
  | "li"
  | "slot"
  | "bijlage";

/** A footnote at its place. `key` leads to words that stand elsewhere in the file, "" where `words` are here. */
export interface ActNote {
  readonly key: string;
  readonly words: string;
}

/** A part of an act: its number and heading as written, then its lines, notes and parts in order of the text. */
export interface ActPart {
  readonly element: ActElement;
  number: string;
  /** Lines of its heading, the one with the number first. */
  readonly heading: string[];
  readonly inside: (string | ActNote | ActPart)[];
}

/** The tree of an act as one of its forms is read; whatever the form, the same act makes the same tree. */
export class ActTree {
  readonly parts: (string | ActNote | ActPart)[] = [];
  readonly #open: ActPart[] = [];
  #words: string[] = [];
  /** Words around a footnote whose own words are being read. */
  #around: string[] | undefined;

  /** The innermost open part. */
  get innermost(): ActPart | undefined {
    return this.#open.at(-1);
  }

  /** Whether a part of this kind is open. */
  isIn(...elements: ActElement[]): boolean {
    return this.#open.some((part) => elements.includes(part.element));
  }

  /** Begins a part. */
  begin(element: ActElement): ActPart {
    this.line();
    const part: ActPart = { element, number: "", heading: [], inside: [] };
    this.#inside().push(part);
    this.#open.push(part);
    return part;
  }

  /** Ends the innermost part. */
  end(): void {
    this.line();
    this.#open.pop();
  }

  /** More words of the line at hand. */
  say(words: string): void {
    this.#words.push(words);
  }

  /** Takes what was said since the last line; "" where nothing was. */
  take(): string {
    const words = collapse(this.#words);
    this.#words = [];
    return words;
  }

  /** Ends the line at hand, which inside a footnote goes on. Tells whether one was written. */
  line(prefix = ""): boolean {
    if (this.#around) {
      this.#words.push(" ");
      return false;
    }
    const words = this.take();
    if (words) this.#inside().push(prefix ? `${prefix} ${words}` : words);
    return words !== "";
  }

  /** A footnote whose words stand elsewhere; the space in front of its mark goes with the mark. */
  noteElsewhere(key: string): void {
    this.#trimEnd();
    this.#inside().push({ key, words: "" });
  }

  /** Begins the words of a footnote; one inside another is read with it. */
  beginNote(): boolean {
    if (this.#around) return false;
    this.#trimEnd();
    this.#around = this.#words;
    this.#words = [];
    return true;
  }

  /** Ends them. */
  endNote(): void {
    const words = this.take();
    this.#words = this.#around ?? [];
    this.#around = undefined;
    if (words) this.#inside().push({ key: "", words });
  }

  /** Takes the white space away that the line at hand ends in; only its end is looked at, however long it is. */
  #trimEnd(): void {
    while (this.#words.length > 0) {
      const last = (this.#words.pop() ?? "").trimEnd();
      if (last !== "") return void this.#words.push(last);
    }
  }

  #inside() {
    return this.#open.at(-1)?.inside ?? this.parts;
  }
}
