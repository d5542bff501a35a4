import { Parser } from "htmlparser2";
import { ImportRefusal } from "../reader/port.ts";
import type { BodyLine } from "./body-line.ts";
import { blocks, isHidden, silent, spaced, voids } from "./html-elements.ts";

/** HTML as lines of text. */
export interface HtmlText {
  readonly lines: readonly BodyLine[];
  /** True when something that a browser would not show was left out. */
  readonly hidden: boolean;
  /** Content of the title element; empty when there is none. */
  readonly title: string;
}

/** Real pages stay under two hundred; the parser's cost for each element grows with how many are open around it. */
const nestingMax = 1_000;
/** In UTF-16 units. HTML mail is rarely above one million. */
const markupCharsMax = 16 * 1024 * 1024;

const tooLong = (): ImportRefusal =>
  new ImportRefusal("its HTML is longer than 16 million characters; save what it shows as text and import that");

const nestedTooDeep = (): ImportRefusal =>
  new ImportRefusal(
    `its HTML is nested more than ${nestingMax} elements deep; save what it shows as text and import that`,
  );

/**
 * Reads HTML the way a reader sees it: block elements are lines, table cells are parted by ` | `, white space collapses
 * outside `pre`, blockquotes deepen the quote depth. What `display:none` and its kin hide is left out and reported,
 * because words nobody saw must not become a quote. Nothing is fetched, run or rendered. The parser streams, so depth
 * costs memory for names only.
 *
 * Errors: `ImportRefusal` for markup too deep or too long to be a letter or a page.
 */
export const htmlText = (html: string): HtmlText => {
  if (html.length > markupCharsMax) throw tooLong();
  const walker = new HtmlWalker();
  const parser = new Parser(
    {
      onopentag: (name, attributes) => walker.open(name, attributes),
      onclosetag: (name) => walker.close(name),
      ontext: (text) => walker.text(text),
    },
    { decodeEntities: true, lowerCaseTags: true, lowerCaseAttributeNames: true },
  );
  parser.write(html);
  parser.end();
  return walker.finish();
};

class HtmlWalker {
  readonly #lines: BodyLine[] = [];
  #current: string[] = [];
  #endsInSpace = true;
  #depth = 0;
  #pre = 0;
  #titleDepth = 0;
  readonly #titleParts: string[] = [];
  #blank = false;
  #cells = 0;
  /** True while the line holds nothing but the bar before a cell: a block that begins there must not end the line. */
  #afterBar = false;
  #hidden = false;
  /** Open elements. */
  #elements = 0;
  /** Open elements inside something that is not shown; 0 outside. */
  #unseen = 0;

  open(name: string, attributes: Record<string, string>): void {
    if (!voids.has(name) && ++this.#elements > nestingMax) throw nestedTooDeep();
    if (name === "title") this.#titleDepth++;
    if (voids.has(name)) {
      this.#openVoid(name);
      return;
    }
    if (this.#unseen > 0) {
      this.#unseen++;
      return;
    }
    if (silent.has(name) || isHidden(attributes)) this.#openUnseen(name);
    else this.#openSeen(name);
  }

  #openSeen(name: string): void {
    if (blocks.has(name)) this.#lineEnd(spaced.has(name));
    if (name === "blockquote") this.#depth++;
    if (name === "pre") this.#pre++;
    if (name === "tr") this.#cells = 0;
    if (name === "td" || name === "th") this.#cellBegin();
  }

  close(name: string): void {
    if (!voids.has(name)) this.#elements--;
    if (name === "title") this.#titleDepth = Math.max(0, this.#titleDepth - 1);
    if (voids.has(name)) return;
    if (this.#unseen > 0) {
      this.#unseen--;
      return;
    }
    if (name === "tr") this.#afterBar = false;
    if (blocks.has(name)) this.#lineEnd(spaced.has(name));
    // The space a paragraph asks for below itself ends with its cell: the next one stands beside it, not below.
    if (name === "td" || name === "th") this.#blank = false;
    if (name === "blockquote") this.#depth = Math.max(0, this.#depth - 1);
    if (name === "pre") this.#pre = Math.max(0, this.#pre - 1);
  }

  text(text: string): void {
    if (this.#titleDepth > 0) this.#titleParts.push(text);
    if (this.#unseen > 0 || this.#titleDepth > 0) return;
    if (this.#pre > 0) this.#preText(text);
    else this.#flowText(text);
  }

  #flowText(text: string): void {
    const collapsed = text.replace(/[ \t\n\r\f]+/g, " ");
    const kept = this.#endsInSpace && collapsed.startsWith(" ") ? collapsed.slice(1) : collapsed;
    if (kept === "") return;
    this.#afterBar = false;
    this.#current.push(kept);
    this.#endsInSpace = kept.endsWith(" ");
  }

  finish(): HtmlText {
    this.#lineEnd(false);
    return { lines: this.#lines, hidden: this.#hidden, title: this.#titleParts.join("").replace(/\s+/g, " ").trim() };
  }

  #openVoid(name: string): void {
    if (this.#unseen > 0) return;
    if (name === "br") this.#lineBreak();
    if (name === "hr") this.#lineEnd(true);
  }

  #openUnseen(name: string): void {
    this.#unseen = 1;
    // Scripts and styles hide nothing that was ever meant to be read.
    if (!silent.has(name)) this.#hidden = true;
  }

  #cellBegin(): void {
    if (this.#cells++ === 0) return;
    // A block inside the cell before has ended the line already; the row must still read as one line.
    const last = this.#lines.at(-1);
    if (this.#current.length === 0 && last !== undefined && last.text !== "")
      this.#current.push(this.#lines.pop()?.text ?? "");
    this.#trimCurrent();
    this.#current.push(" | ");
    this.#endsInSpace = true;
    this.#blank = false;
    this.#afterBar = true;
  }

  /** Takes white space off the end of the line without joining it: a row may have a hundred thousand cells. */
  #trimCurrent(): void {
    for (let last = this.#current.pop(); last !== undefined; last = this.#current.pop()) {
      const kept = last.trimEnd();
      if (kept === "") continue;
      this.#current.push(kept);
      return;
    }
  }

  #preText(text: string): void {
    this.#afterBar = false;
    const [first = "", ...rest] = text.split(/\r\n?|\n/);
    this.#current.push(first);
    for (const line of rest) {
      this.#push(this.#current.join("").trimEnd());
      this.#current = [line];
    }
    this.#endsInSpace = false;
  }

  /** `br`: ends the line, and on an empty line makes an empty one. */
  #lineBreak(): void {
    this.#afterBar = false;
    const line = this.#current.join("").trimEnd();
    if (line === "") this.#blank = true;
    else this.#push(line);
    this.#reset();
  }

  #lineEnd(space: boolean): void {
    if (this.#afterBar) return;
    const line = this.#current.join("").trimEnd();
    if (line !== "") this.#push(line);
    if (space) this.#blank = true;
    this.#reset();
  }

  #push(text: string): void {
    const last = this.#lines.at(-1);
    // At most one empty line in a row, none at the top: how many a browser would draw is a matter of style sheets.
    if (this.#blank && last !== undefined && last.text !== "")
      this.#lines.push({ text: "", depth: Math.min(last.depth, this.#depth) });
    this.#blank = false;
    this.#lines.push({ text, depth: this.#depth });
  }

  #reset(): void {
    this.#current = [];
    this.#endsInSpace = true;
  }
}
