import type { TextMark } from "../reader/port.ts";
import type { TextWriter } from "../reader/text-writer.ts";
import type { WalkedPart } from "./document-blocks.ts";
import { Inline, showsPrompt, silent } from "./docx-inline.ts";
import type { Numbering } from "./docx-numbering.ts";
import type { DocxStyles } from "./docx-styles.ts";
import { areBlank, joined, type Line, rowOf, writeLines } from "./lines.ts";
import { prompt } from "./marks.ts";
import { at, childrenOf, type XmlElement } from "./office-package.ts";

/**
 * Walks the body of a WordprocessingML part (ECMA-376 part 1, 17) and gives its text: a line for each paragraph, cells of a
 * table row parted by ` | `, numbers in front as a word processor shows them, words of tracked insertions in and of
 * deletions out. Text boxes follow the paragraph they hang on.
 */
export class DocxText implements WalkedPart {
  /** True when text with the `vanish` property was left out. */
  hidden = false;
  readonly #lines: Line[] = [];
  readonly #numbering: Numbering;
  readonly #styles: DocxStyles;

  constructor(numbering: Numbering, styles: DocxStyles) {
    this.#numbering = numbering;
    this.#styles = styles;
  }

  /** Adds the paragraphs and tables inside an element. */
  blocks(element: XmlElement | undefined): this {
    for (const child of childrenOf(element)) this.#block(child);
    return this;
  }

  /** Whether nothing would be read in it. */
  get isBlank(): boolean {
    return areBlank(this.#lines);
  }

  /** Writes the lines and tells what is marked in them. */
  write(out: TextWriter): TextMark[] {
    return writeLines(this.#lines, out);
  }

  #block(element: XmlElement): void {
    if (element.name === "p") this.#paragraph(element);
    else if (element.name === "tbl") this.#table(element);
    else if (!silent.has(element.name)) {
      const before = this.#lines.length;
      for (const child of childrenOf(element)) this.#block(child);
      if (element.name === "sdt" && showsPrompt(element)) this.#markFrom(before);
    }
  }

  /** Marks whole lines, from one on, as what a form asks for. */
  #markFrom(first: number): void {
    for (const [i, line] of this.#lines.entries())
      if (i >= first)
        this.#lines[i] = { ...line, marks: [{ start: 0, end: line.text.length, ...prompt }, ...line.marks] };
  }

  #paragraph(element: XmlElement): void {
    const number = this.#numbering.next(at(element, "pPr"));
    const inline = new Inline(this.#styles, at(element, "pPr", "pStyle")?.attributes.val ?? "");
    inline.walk(element);
    this.hidden ||= inline.hidden;
    const line = inline.finish();
    if (line.text !== "" || number !== "") this.#lines.push({ ...line, number });
    for (const box of inline.boxes) this.blocks(box);
  }

  #table(element: XmlElement): void {
    for (const row of rowsOf(element)) {
      const cells: Line[] = [];
      for (const { cell, isPrompt } of cellsOf(row)) {
        const inner = new DocxText(this.#numbering, this.#styles).blocks(cell);
        if (isPrompt) inner.#markFrom(0);
        this.hidden ||= inner.hidden;
        cells.push(joined(inner.#lines, " "));
      }
      const line = rowOf(cells);
      if (line !== undefined) this.#lines.push(line);
    }
  }
}

/** Rows but those whose deletion was tracked. */
const rowsOf = (element: XmlElement): XmlElement[] =>
  childrenOf(element).flatMap((child) => {
    if (child.name === "tr") return at(child, "trPr", "del") === undefined ? [child] : [];
    return silent.has(child.name) ? [] : rowsOf(child);
  });

interface Cell {
  readonly cell: XmlElement;
  /** Whether a content control around it still shows its placeholder. */
  readonly isPrompt: boolean;
}

const cellsOf = (element: XmlElement, isPrompt = false): Cell[] =>
  childrenOf(element).flatMap((child) => {
    if (child.name === "tc") return [{ cell: child, isPrompt }];
    return silent.has(child.name) ? [] : cellsOf(child, isPrompt || (child.name === "sdt" && showsPrompt(child)));
  });
