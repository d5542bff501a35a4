import type { Owner } from "./pages.ts";

type Doc = PDFKit.PDFDocument;
type Tag = Parameters<Doc["struct"]>[0];
type Element = PDFKit.PDFStructureElement;

/**
 * The structure tree of a document while it is painted: headings, paragraphs, tables and notes in the order of reading, a note
 * right behind the mark that leads to it, wherever on the pages they stand.
 */
export class Structure {
  readonly #doc: Doc;
  readonly #root: Element;
  readonly #blocks = new Map<string, Element>();
  readonly #notes = new Map<number, Element>();

  constructor(doc: Doc) {
    this.#doc = doc;
    this.#root = doc.struct("Document");
    doc.addStructure(this.#root);
  }

  /** The element of what a line belongs to, made when it is first asked for. */
  of(owner: Owner): Element {
    if (owner.kind === "note") return this.#note(owner.number, this.#root);
    if (owner.kind === "text") return this.#child(`${owner.block}`, owner.tag, this.#root);
    const { block, row, column, isHead } = owner;
    const table = this.#child(`${block}`, "Table", this.#root);
    const line = this.#child(`${block}/${row}`, "TR", table);
    return this.#child(`${block}/${row}/${column}`, isHead ? "TH" : "TD", line);
  }

  /** The link of a note's mark, behind which the note itself comes. */
  markOf(owner: Owner, number: number): Element {
    const parent = this.of(owner);
    const reference = this.#under(parent, "Reference");
    const link = this.#under(reference, "Link");
    this.#note(number, parent);
    return link;
  }

  /** The link that a note's words are; one for each of its lines. */
  linkIn(number: number): Element {
    return this.#under(this.#note(number, this.#root), "Link");
  }

  labelOf(number: number): Element {
    return this.#under(this.#note(number, this.#root), "Lbl");
  }

  /** Paints content of an element. */
  paint(element: Element, paint: () => void): void {
    // The tag of marked content is for readers that know no tree; the tree says what it is.
    element.add(this.#doc.markStructureContent("Span"));
    paint();
    this.#doc.endMarkedContent();
  }

  end(): void {
    this.#root.end();
  }

  #note(number: number, parent: Element): Element {
    const known = this.#notes.get(number);
    if (known) return known;
    const note = this.#under(parent, "Note");
    this.#notes.set(number, note);
    return note;
  }

  #child(key: string, tag: string, parent: Element): Element {
    const known = this.#blocks.get(key);
    if (known) return known;
    const made = this.#under(parent, tag);
    this.#blocks.set(key, made);
    return made;
  }

  #under(parent: Element, tag: string): Element {
    const made = this.#doc.struct(tag as Tag, tag === "TH" ? ({ scope: "Column" } as object) : {});
    parent.add(made);
    return made;
  }
}
