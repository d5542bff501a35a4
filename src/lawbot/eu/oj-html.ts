import { Refusal, type SourceBytes } from "../port/reading.ts";
import type { Attributes } from "../xml/read-xml.ts";
import { type ActElement, ActTree } from "./act-tree.ts";
import { type EuFile, type EuReader, readThrough } from "./eu-file.ts";
import { isMark } from "./numbers.ts";

/** Parts by the ids that the Official Journal gives its subdivisions (ELI: `art_2`, `rct_4`, `cpt_1`, `anx_1`). */
const byId: readonly (readonly [RegExp, ActElement])[] = [
  [/^tit_\d+$/, "intitule"],
  [/^pbl_\d+$/, "preamble"],
  [/^rct_\w+$/, "overweging"],
  [/^(?:[\w.]+\.)?art_[A-Za-z0-9]+$/, "artikel"],
  [/^(?:[\w.]+\.)?(?:prt|tis|cpt|sct|sbs)_[A-Za-z0-9]+$/, "divisie"],
  [/^\d{3}\w?\.\d{3}\w?$/, "lid"],
  [/^fnp_\d+$/, "slot"],
  [/^anx_\w+$/, "bijlage"],
];
/** Classes of paragraphs that are headings; in front of each may stand `oj-`. */
const headingClass = /^(?:oj-)?(?:ti-art|sti-art|ti-section-[12]|ti-grseq-\d|ti-annotation)$/;
const articleClass = /^(?:oj-)?ti-art$/;
const undivided =
  "the page does not mark its articles as the Official Journal does since it states ELIs, so that words would be lost; take the act in Formex 4";
const titleClass = /^(?:oj-)?doc-ti$/;
const noteClass = /^(?:oj-)?note$/;
const insideMax = 32;

/** The number of a consolidated text, as it stands above one: `02016R0679 — EN — 04.05.2016`. */
const consolidated = /\b0\d{4}[RLD]\d{4}\b/;

/** Reads an act as the Official Journal has it in HTML that is XML as well (made by CONVEX from Formex). Throws Refusal. */
export const readOjHtml = (source: SourceBytes): EuFile => readThrough(source, new OjReader());

interface Frame {
  readonly name: string;
  readonly cssClass: string;
  readonly isPart: boolean;
}

class OjReader implements EuReader {
  readonly #tree = new ActTree();
  readonly #notes = new Map<string, string>();
  readonly #frames: Frame[] = [];
  /** Rows that are open: how many cells began, and whether the row is an item of a list. */
  readonly #rows: { cells: number; isItem: boolean }[] = [];
  /** Key of the footnote whose words stand here, at the end of the file; "" outside. */
  #noteKey = "";
  /** Depth at which words began that are no words of the act: a footnote's mark, the head of the page. */
  #silent = 0;
  #eli = "";
  #isConsolidated = false;
  #tail = "";

  open(written: string, attributes: Attributes): void {
    const name = written.toLowerCase();
    const cssClass = attributes.class ?? "";
    const isPart = this.#begins(name, attributes);
    this.#frames.push({ name, cssClass, isPart });
    if (this.#silent > 0) return;
    if (name === "head" || (name === "a" && /^#ntr/.test(attributes.href ?? "")))
      return void this.#mute(attributes.href ?? "");
    if (name === "a" && /^ntr/.test(attributes.id ?? "") && this.#isNote()) {
      this.#noteKey = attributes.id ?? "";
      this.#silent = this.#frames.length;
    } else if (name === "p" && !this.#isInHeading()) this.#line();
    else if (name === "br") this.#tree.say(" ");
    else if (name === "tr") {
      this.#line();
      this.#rows.push({ cells: 0, isItem: false });
    } else if (name === "td") this.#cell();
  }

  close(): void {
    const depth = this.#frames.length;
    const frame = this.#frames.pop();
    if (!frame) return;
    if (this.#silent > 0) {
      if (depth === this.#silent) this.#silent = 0;
      return;
    }
    if (frame.name === "p") this.#endParagraph(frame.cssClass);
    else if (frame.name === "td") this.#endCell();
    else if (frame.name === "tr") this.#endRow();
    if (frame.isPart) {
      this.#line();
      this.#tree.end();
    }
  }

  text(text: string): void {
    if (this.#silent === 0) this.#tree.say(text);
  }

  file(): EuFile {
    this.#line();
    return {
      tree: this.#tree,
      notes: this.#notes,
      celex: "",
      eli: this.#eli || (/https?:\/\/data\.europa\.eu\/eli\/[\w/-]+/.exec(this.#tail)?.[0] ?? ""),
      number: undefined,
      day: "",
      isConsolidated: this.#isConsolidated,
      unknown: new Map(),
    };
  }

  #begins(name: string, { id = "" }: Attributes): boolean {
    if (name !== "div" || this.#silent > 0) return false;
    const element = byId.find(([pattern]) => pattern.test(id))?.[1];
    if (!element) return false;
    this.#line();
    this.#tree.begin(element);
    return true;
  }

  #mute(href: string): void {
    this.#silent = this.#frames.length;
    if (href) this.#tree.noteElsewhere(href.slice(1));
  }

  #isNote(): boolean {
    return this.#frames.some(({ name, cssClass }) => name === "p" && noteClass.test(cssClass));
  }

  #isInHeading(): boolean {
    return this.#frames.slice(0, -1).some(({ cssClass }) => headingClass.test(cssClass));
  }

  #endParagraph(cssClass: string): void {
    if (noteClass.test(cssClass)) {
      const words = this.#tree.take();
      if (this.#noteKey) this.#notes.set(this.#noteKey, words);
      this.#noteKey = "";
      return;
    }
    if (articleClass.test(cssClass) && !this.#tree.isIn("artikel", "bijlage")) throw new Refusal("NO_TEXT", undivided);
    const part = this.#tree.innermost;
    const isAnnexTitle = part?.element === "bijlage" && titleClass.test(cssClass) && part.inside.length === 0;
    if (part && (headingClass.test(cssClass) || isAnnexTitle)) {
      const words = this.#tree.take();
      if (words) part.heading.push(words);
      return;
    }
    this.#line();
  }

  /** A line of the act. Outside its parts stand the head of the page and its foot, which tells the ELI. */
  #line(): void {
    const part = this.#tree.innermost;
    if (part) {
      // Footnotes may stand in front of the first line's end; a paragraph of nothing but those has no number.
      const hasWords = part.inside.length > insideMax || part.inside.some((each) => typeof each === "string");
      if (part.element === "lid" && part.number === "" && !hasWords) this.#numbered();
      return void this.#tree.line();
    }
    // Words between the parts are the act's all the same; those around it are the page's.
    if (this.#frames.some(({ cssClass }) => cssClass === "eli-container")) return void this.#tree.line();
    const words = this.#tree.take();
    if (consolidated.test(words)) this.#isConsolidated = true;
    if (/\beli\b/i.test(words)) this.#tail = `${this.#tail} ${words}`.slice(-2_000);
  }

  /** `1.   This Regulation …`: the number of a paragraph stands in front of its first line. */
  #numbered(): void {
    const words = this.#tree.take();
    const [written = "", number = ""] = /^(\d{1,3}\p{Ll}{0,2}\.)\s*/u.exec(words) ?? [];
    const part = this.#tree.innermost;
    if (part && number) part.number = number;
    this.#tree.say(words.slice(written.length));
  }

  #cell(): void {
    const row = this.#rows.at(-1);
    if (row) row.cells++;
  }

  /** The first cell of a row may hold the mark of an item, or of a recital; else cells are words of one line. */
  #endCell(): void {
    const row = this.#rows.at(-1);
    const part = this.#tree.innermost;
    if (!row || !part) return;
    const last = part.inside.at(-1);
    if (row.cells !== 1 || typeof last !== "string" || !isMark(last)) return;
    part.inside.pop();
    if (part.element === "overweging" && part.number === "" && part.inside.length === 0) part.number = last;
    else {
      row.isItem = true;
      this.#tree.begin("li").number = last;
    }
  }

  #endRow(): void {
    this.#line();
    if (this.#rows.pop()?.isItem) this.#tree.end();
  }
}
