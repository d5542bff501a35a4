import { cleanedLine, type Line, type LineMark } from "./lines.ts";
import { type MarkKind, prompt, readAs, struck } from "./marks.ts";
import type { OdfChanges } from "./odf-changes.ts";
import type { OdfStyles } from "./odf-styles.ts";
import { at, childrenOf, wordsOf, type XmlElement } from "./office-package.ts";

/** Elements in a paragraph whose content is not its text. */
const silent = new Set(
  "annotation-end bookmark bookmark-start bookmark-end reference-mark reference-mark-start reference-mark-end tracked-changes ruby-text title desc binary-data script event-listeners note-citation".split(
    " ",
  ),
);
/** What hangs on a paragraph with lines of its own: text boxes, and shapes with words in them. */
const boxes = new Set(
  "text-box custom-shape rect ellipse circle line polygon polyline path connector caption measure".split(" "),
);
/** So many spaces one element may stand for. */
const spacesMax = 1_000;

/** The words of one paragraph of an OpenDocument file, and what hangs on it (OpenDocument 1.3 part 3, 6). */
export class OdfInline {
  hidden = false;
  /** Text boxes, notes and remarks, in order. */
  readonly boxes: XmlElement[] = [];
  readonly notes: XmlElement[] = [];
  readonly remarks: XmlElement[] = [];
  readonly #pieces: string[] = [];
  readonly #marks: LineMark[] = [];
  readonly #styles: OdfStyles;
  readonly #changes: OdfChanges;
  /** Where the insertions began that are open, in this line. */
  readonly #inserted = new Map<string, number>();
  #length = 0;
  #endsInSpace = true;
  /** Whether the words around say that they are struck through or hidden. */
  #isStruck = false;
  #isHidden = false;

  constructor(styles: OdfStyles, changes: OdfChanges) {
    this.#styles = styles;
    this.#changes = changes;
    for (const id of changes.open) this.#inserted.set(id, 0);
  }

  /** Walks a paragraph or heading. */
  paragraph(element: XmlElement): this {
    this.#styled(element, "paragraph");
    for (const [id, start] of this.#inserted) this.#mark(start, this.#changes.markOf(id));
    return this;
  }

  finish(): Line {
    return cleanedLine(this.#pieces.join(""), this.#marks);
  }

  #walk(element: XmlElement): void {
    for (const child of element.children)
      if (typeof child === "string") this.#collapsed(child);
      else this.#element(child);
  }

  #element(child: XmlElement): void {
    const { name, attributes } = child;
    if (silent.has(name)) return;
    if (name === "span") this.#styled(child, "text");
    else if (name === "s") this.#add(" ".repeat(Math.min(Number(attributes.c ?? 1) || 1, spacesMax)));
    else if (name === "tab") this.#add("\t");
    else if (name === "line-break") this.#add("\n");
    else if (boxes.has(name)) this.boxes.push(child);
    else if (name === "note") this.notes.push(child);
    else if (name === "annotation") this.remarks.push(child);
    else if (name === "change-start") this.#begin(attributes["change-id"] ?? "");
    else if (name === "change-end") this.#end(attributes["change-id"] ?? "");
    else if (name === "hidden-text" || name === "hidden-paragraph") this.hidden = true;
    else if (name === "placeholder") this.#marked(child, prompt);
    else if (name === "ruby")
      this.#marked(at(child, "ruby-base") ?? child, readAs(wordsOf(childrenOf(child, "ruby-text")[0])));
    else this.#walk(child);
  }

  #styled(element: XmlElement, family: string): void {
    const [wasStruck, wasHidden] = [this.#isStruck, this.#isHidden];
    const style = element.attributes["style-name"];
    this.#isStruck = this.#styles.isStruck(family, style) ?? wasStruck;
    this.#isHidden = this.#styles.isHidden(family, style) ?? wasHidden;
    this.#walk(element);
    [this.#isStruck, this.#isHidden] = [wasStruck, wasHidden];
  }

  #begin(id: string): void {
    if (this.#changes.begin(id)) this.#inserted.set(id, this.#length);
  }

  #end(id: string): void {
    const start = this.#inserted.get(id);
    if (start !== undefined) this.#mark(start, this.#changes.markOf(id));
    this.#inserted.delete(id);
    this.#changes.end(id);
  }

  #marked(element: XmlElement, mark: MarkKind): void {
    const start = this.#length;
    this.#walk(element);
    this.#mark(start, mark);
  }

  /** Marks the words that come next; what stands behind other struck words belongs to them. */
  #strike(length: number): void {
    const last = this.#marks.findLastIndex(({ element }) => element === struck.element);
    const before = this.#marks[last];
    const end = this.#length + length;
    if (before?.end === this.#length) this.#marks[last] = { ...before, end };
    else this.#marks.push({ start: this.#length, end, ...struck });
  }

  #mark(start: number, mark: MarkKind): void {
    this.#marks.push({ start, end: this.#length, ...mark });
  }

  /** White space of the XML is one space, and none where one stands already (6.1.2). */
  #collapsed(text: string): void {
    const one = text.replace(/[ \t\r\n]+/g, " ");
    this.#add(this.#endsInSpace && one.startsWith(" ") ? one.slice(1) : one);
  }

  #add(text: string): void {
    if (text === "") return;
    if (this.#isHidden) {
      this.hidden ||= text.trim() !== "";
      return;
    }
    if (this.#isStruck) this.#strike(text.length);
    this.#pieces.push(text);
    this.#length += text.length;
    this.#endsInSpace = text.endsWith(" ");
  }
}
