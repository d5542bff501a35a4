import type { TextMark } from "../reader/port.ts";
import type { TextWriter } from "../reader/text-writer.ts";
import type { WalkedPart } from "./document-blocks.ts";
import { areBlank, joined, type Line, rowOf, writeLines } from "./lines.ts";
import type { OdfChanges } from "./odf-changes.ts";
import { OdfInline } from "./odf-inline.ts";
import type { OdfNumbering } from "./odf-numbering.ts";
import type { OdfStyles } from "./odf-styles.ts";
import { childrenOf, type XmlElement } from "./office-package.ts";

/** What the walk through a document knows of it. */
export interface OdfContext {
  readonly styles: OdfStyles;
  readonly numbering: OdfNumbering;
  readonly changes: OdfChanges;
}

/** Elements among paragraphs that hold none of the document's text. */
const silent = new Set(
  "tracked-changes forms sequence-decls variable-decls user-field-decls dde-connection-decls table-column table-columns scripts settings annotation-end title desc".split(
    " ",
  ),
);

/** A list, and at which level its items stand. */
interface InList {
  readonly counted: ReturnType<OdfNumbering["list"]>;
  readonly level: number;
  readonly style: string;
}

/**
 * Walks the body of an OpenDocument text and gives its text: a line for each paragraph, cells of a table row parted by ` | `, numbers
 * in front as a word processor shows them. Text boxes follow the paragraph they hang on; notes and remarks are handed out.
 */
export class OdfText implements WalkedPart {
  hidden = false;
  readonly notes: XmlElement[] = [];
  readonly remarks: XmlElement[] = [];
  readonly #lines: Line[] = [];
  readonly #context: OdfContext;
  /** The number of the list item whose first paragraph comes next. */
  #number: string | undefined;

  constructor(context: OdfContext) {
    this.#context = context;
  }

  /** Adds the paragraphs, lists and tables inside an element. */
  blocks(element: XmlElement | undefined): this {
    for (const child of childrenOf(element)) this.#block(child);
    return this;
  }

  get isBlank(): boolean {
    return areBlank(this.#lines);
  }

  /** What it has so far, a line for each paragraph and table row. */
  get lines(): readonly Line[] {
    return this.#lines;
  }

  /** Its lines as one. */
  get line(): Line {
    return joined(this.#lines, " ");
  }

  write(out: TextWriter): TextMark[] {
    return writeLines(this.#lines, out);
  }

  #block(element: XmlElement, list?: InList): void {
    const { name, attributes } = element;
    if (silent.has(name)) return;
    if (name === "p" || name === "h") this.#paragraph(element);
    else if (name === "list") this.#list(element, list);
    else if (name === "table") this.#table(element);
    else if (name === "annotation") this.remarks.push(element);
    else if (name === "change-start") this.#context.changes.begin(attributes["change-id"] ?? "");
    else if (name === "change-end") this.#context.changes.end(attributes["change-id"] ?? "");
    else if (name === "section" && attributes.display === "none") this.hidden = true;
    else for (const child of childrenOf(element)) this.#block(child, list);
  }

  #paragraph(element: XmlElement): void {
    const number = this.#number ?? (element.name === "h" ? this.#context.numbering.heading(element) : "");
    this.#number = undefined;
    const inline = new OdfInline(this.#context.styles, this.#context.changes).paragraph(element);
    this.#take(inline);
    const line = inline.finish();
    if (line.text !== "" || number !== "") this.#lines.push({ ...line, number });
    for (const box of inline.boxes) this.blocks(box);
  }

  #list(element: XmlElement, outer: InList | undefined): void {
    const { numbering } = this.#context;
    const counted = outer?.counted ?? numbering.list(element);
    const level = outer === undefined ? 0 : outer.level + 1;
    const style = element.attributes["style-name"] ?? outer?.style ?? counted.style;
    for (const item of childrenOf(element)) {
      const isCounted = item.name === "list-item" && childrenOf(item).some(({ name }) => name === "p" || name === "h");
      this.#number = isCounted
        ? numbering.item(counted, level, item, item.attributes["style-override"] ?? style)
        : undefined;
      for (const child of childrenOf(item)) this.#block(child, { counted, level, style });
      this.#number = undefined;
    }
  }

  #table(element: XmlElement): void {
    for (const row of rowsOf(element)) {
      const cells = childrenOf(row, "table-cell").map((cell) => {
        const inner = new OdfText(this.#context).blocks(cell);
        this.#take(inner);
        return inner.line;
      });
      const line = rowOf(cells);
      if (line !== undefined) this.#lines.push(line);
    }
  }

  #take(inner: { readonly hidden: boolean; readonly notes: XmlElement[]; readonly remarks: XmlElement[] }): void {
    this.hidden ||= inner.hidden;
    this.notes.push(...inner.notes);
    this.remarks.push(...inner.remarks);
  }
}

const rowsOf = (element: XmlElement): XmlElement[] =>
  childrenOf(element).flatMap((child) => {
    if (child.name === "table-row") return [child];
    return /^table-(?:rows|row-group|header-rows)$/.test(child.name) ? rowsOf(child) : [];
  });
