import { blocks, isHidden, silent, spaced } from "../../html/html-elements.ts";
import { type HtmlElement, type HtmlNode, parseHtml, textIn } from "../../html/html-tree.ts";
import { ImportRefusal } from "../reader/port.ts";
import type { BodyLine, LookRun } from "./body-line.ts";
import { type Look, lookIn, plainLook, sheetFont } from "./html-look.ts";

/** HTML as lines of text. */
export interface HtmlText {
  readonly lines: readonly BodyLine[];
  /** True when something that a browser would not show was left out. */
  readonly hidden: boolean;
  /** Content of the title element; empty when there is none. */
  readonly title: string;
}

/** In UTF-16 units. HTML mail is rarely above one million. */
const markupCharsMax = 16 * 1024 * 1024;

/** Longer ones are no description of a picture. */
const alternativeCharsMax = 300;

const tooLong = (): ImportRefusal =>
  new ImportRefusal("its HTML is longer than 16 million characters; save what it shows as text and import that");

/**
 * Reads HTML the way a reader sees it: block elements are lines, table cells are parted by ` | `, white space collapses
 * outside `pre`, blockquotes deepen the quote depth. What `display:none` and its kin hide is left out and reported,
 * because words nobody saw must not become a quote. Nothing is fetched, run or rendered. The tree is that of the HTML
 * standard, so that markup which is not closed means here what it means to every browser.
 *
 * Errors: `ImportRefusal` for markup too deep or too long to be a letter or a page.
 */
export const htmlText = (html: string): HtmlText => {
  if (html.length > markupCharsMax) throw tooLong();
  const walker = new HtmlWalker();
  for (const node of parseHtml(html)) walker.visit(node);
  return walker.finish();
};

/** The lines of a part of a page, as `htmlText` reads them. */
export const htmlLines = (nodes: readonly HtmlNode[]): readonly BodyLine[] => {
  const walker = new HtmlWalker();
  for (const node of nodes) walker.visit(node);
  return walker.finish().lines;
};

/** Words of a line that look alike. */
interface Piece {
  readonly text: string;
  readonly look: Look;
}

class HtmlWalker {
  readonly #lines: BodyLine[] = [];
  #current: Piece[] = [];
  #look = plainLook;
  #sheetFont = "";
  #sheetColours = false;
  #endsInSpace = true;
  #depth = 0;
  #pre = 0;
  #title = "";
  #blank = false;
  #cells = 0;
  /** True while the line holds nothing but the bar before a cell: a block that begins there must not end the line. */
  #afterBar = false;
  #hidden = false;

  visit(node: HtmlNode): void {
    if ("text" in node) this.#text(node.text);
    else this.#element(node);
  }

  #element(element: HtmlElement): void {
    const { name } = element;
    if (name === "title" && this.#title === "") this.#title = textIn(element).replace(/\s+/g, " ").trim();
    // The head holds the title and is not shown; what may not stand in it has ended it.
    if (name === "head") for (const child of element.children) if (!("text" in child)) this.#headChild(child);
    if (name === "style") this.#sheet(textIn(element));
    if (silent.has(name)) return;
    if (isHidden(name, element.attributes)) {
      this.#hidden ||= /\S/.test(textIn(element));
      return;
    }
    if (name === "img") this.#alternative(element.attributes);
    else if (name === "br") this.#lineBreak();
    else if (name === "hr") this.#lineEnd(true);
    else {
      const around = this.#look;
      this.#look = lookIn(element, around);
      this.#open(name);
      for (const child of element.children) this.visit(child);
      this.#close(name);
      this.#look = around;
    }
  }

  /** What is read where a picture is not shown, in brackets; a picture of one point counts who opens a mail. */
  #alternative(attributes: ReadonlyMap<string, string>): void {
    const words = (attributes.get("alt") ?? "").replace(/\s+/g, " ").trim().slice(0, alternativeCharsMax);
    const isPoint = ["width", "height"].some((side) => /^[01](?:px)?$/.test(attributes.get(side) ?? ""));
    if (words === "" || isPoint) return;
    const around = this.#look;
    this.#look = { ...around, isAlternative: true };
    this.#text(`[${words}]`);
    this.#look = around;
  }

  #sheet(rules: string): void {
    this.#sheetFont ||= sheetFont(rules);
    this.#sheetColours ||= /background/i.test(rules);
  }

  #headChild(element: HtmlElement): void {
    if (element.name === "title" || element.name === "style") this.#element(element);
  }

  #open(name: string): void {
    if (blocks.has(name)) this.#lineEnd(spaced.has(name));
    if (name === "blockquote") this.#depth++;
    if (name === "pre") this.#pre++;
    if (name === "tr") this.#cells = 0;
    if (name === "td" || name === "th") this.#cellBegin();
  }

  #close(name: string): void {
    if (name === "tr") this.#afterBar = false;
    if (blocks.has(name)) this.#lineEnd(spaced.has(name));
    // The space a paragraph asks for below itself ends with its cell: the next one stands beside it, not below.
    if (name === "td" || name === "th") this.#blank = false;
    if (name === "blockquote") this.#depth = Math.max(0, this.#depth - 1);
    if (name === "pre") this.#pre = Math.max(0, this.#pre - 1);
  }

  #text(text: string): void {
    if (this.#pre > 0) this.#preText(text);
    else this.#flowText(text);
  }

  #flowText(text: string): void {
    const collapsed = text.replace(/[ \t\n\r\f]+/g, " ");
    const kept = this.#endsInSpace && collapsed.startsWith(" ") ? collapsed.slice(1) : collapsed;
    if (kept === "") return;
    this.#afterBar = false;
    this.#add(kept);
    this.#endsInSpace = kept.endsWith(" ");
  }

  finish(): HtmlText {
    this.#lineEnd(false);
    if (this.#sheetFont !== "" || this.#sheetColours)
      for (const [i, line] of this.#lines.entries()) this.#lines[i] = this.#inSheet(line);
    return { lines: this.#lines, hidden: this.#hidden, title: this.#title };
  }

  #cellBegin(): void {
    if (this.#cells++ === 0) return;
    // A block inside the cell before has ended the line already; the row must still read as one line.
    const last = this.#lines.at(-1);
    if (this.#current.length === 0 && last !== undefined && last.text !== "")
      this.#current.push(...piecesOf(this.#lines.pop()));
    this.#trimCurrent();
    this.#current.push({ text: " | ", look: plainLook });
    this.#endsInSpace = true;
    this.#blank = false;
    this.#afterBar = true;
  }

  /** Takes white space off the end of the line without joining it: a row may have a hundred thousand cells. */
  #trimCurrent(): void {
    for (let last = this.#current.pop(); last !== undefined; last = this.#current.pop()) {
      const kept = last.text.trimEnd();
      if (kept === "") continue;
      this.#current.push({ ...last, text: kept });
      return;
    }
  }

  #preText(text: string): void {
    this.#afterBar = false;
    const [first = "", ...rest] = text.split(/\r\n?|\n/);
    this.#add(first);
    for (const line of rest) {
      this.#push();
      this.#current = [];
      this.#add(line);
    }
    this.#endsInSpace = false;
  }

  /** `br`: ends the line, and on an empty line makes an empty one. */
  #lineBreak(): void {
    this.#afterBar = false;
    if (this.#isBlank()) this.#blank = true;
    else this.#push();
    this.#reset();
  }

  #lineEnd(space: boolean): void {
    if (this.#afterBar) return;
    if (!this.#isBlank()) this.#push();
    if (space) this.#blank = true;
    this.#reset();
  }

  #add(text: string): void {
    if (text !== "") this.#current.push({ text, look: this.#look });
  }

  #isBlank(): boolean {
    return this.#current.every(({ text }) => text.trimEnd() === "");
  }

  #push(): void {
    const last = this.#lines.at(-1);
    // At most one empty line in a row, none at the top: how many a browser would draw is a matter of style sheets.
    if (this.#blank && last !== undefined && last.text !== "")
      this.#lines.push({ text: "", depth: Math.min(last.depth, this.#depth) });
    this.#blank = false;
    this.#lines.push(lineOf(this.#current, this.#depth));
  }

  /** The font of the style sheet is no font of their own; and where it colours what is behind words, that is not known. */
  #inSheet(line: BodyLine): BodyLine {
    if (line.runs === undefined) return line;
    const runs = line.runs.map(({ look, ...place }) => ({
      ...place,
      look: {
        ...look,
        font: look.font === this.#sheetFont ? "" : look.font,
        behind: look.behind === "" && this.#sheetColours ? "by the style sheet" : look.behind,
      },
    }));
    return { ...line, runs };
  }

  #reset(): void {
    this.#current = [];
    this.#endsInSpace = true;
  }
}

const lineOf = (pieces: readonly Piece[], depth: number): BodyLine => {
  const text = pieces
    .map((piece) => piece.text)
    .join("")
    .trimEnd();
  if (pieces.every(({ look }) => look === plainLook)) return { text, depth };
  const runs: LookRun[] = [];
  let start = 0;
  for (const piece of pieces) {
    const end = Math.min(text.length, start + piece.text.length);
    const last = runs.at(-1);
    if (last?.look === piece.look) runs[runs.length - 1] = { ...last, end };
    else if (end > start) runs.push({ start, end, look: piece.look });
    start = end;
  }
  return { text, depth, runs };
};

/** A line as pieces again. */
const piecesOf = (line: BodyLine | undefined): Piece[] => {
  const { text = "", runs } = line ?? {};
  return runs?.map(({ start, end, look }) => ({ text: text.slice(start, end), look })) ?? [{ text, look: plainLook }];
};
