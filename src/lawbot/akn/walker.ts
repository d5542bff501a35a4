import { collapse } from "../text/collapse.ts";
import type { LawTextBuilder } from "../text/law-text-builder.ts";
import { scheduleParagraph } from "../text/unit-elements.ts";
import type { Attributes } from "../xml/read-xml.ts";

const set = (names: string): ReadonlySet<string> => new Set(names.split(/\s+/));

/** Elements of the hierarchy: each has an address, its eId. */
const units = set(
  "book tome part subpart title chapter subchapter division section article subsection paragraph subparagraph item point clause rule level hcontainer preface preamble conclusions attachment",
);
/** Names of containers that are units of their own kind. */
const schedules = set("schedule schedules");
/** Units around a schedule's paragraph that its address does not name. */
const grouping = set("part subpart chapter subchapter division hcontainer crossHeading title");
const dropped = set("meta staticContent presentation proprietary img");
const blocks = set("p listIntroduction listWrapUp longTitle block docTitle tr crossHeading");
const inline = set("b i u a span ref sup sub def term td th remark authorialNote date docNumber docDate");
const wrappers = set(
  "akomaNtoso act bill body content intro wrapUp blockList table tbody thead div container attachments",
);

/** Turns an act's events into lines and units, on the same builder as Dutch statutes. Text in unknown elements is kept and counted. */
export class AknWalker {
  readonly unknown = new Map<string, number>();
  readonly #builder: LawTextBuilder;
  readonly #open: { readonly name: string; readonly element: string; readonly isUnit: boolean }[] = [];
  #parts: string[] = [];
  #collected: { readonly name: string; readonly outer: string[]; readonly depth: number } | undefined;
  #number = "";
  #dropDepth = 0;

  constructor(builder: LawTextBuilder) {
    this.#builder = builder;
  }

  open(name: string, attributes: Attributes): void {
    if (this.#dropDepth > 0 || dropped.has(name)) return void this.#dropDepth++;
    const isUnit = units.has(name) && !this.#collected;
    const element = this.#elementOf(name, attributes);
    this.#open.push({ name, element, isUnit });
    if (this.#collected) return;
    if (isUnit) {
      this.flush();
      this.#settle();
      this.#builder.openUnit(element, attributes.eId ? `/${attributes.eId}` : "", "");
    } else if (name === "num" || name === "heading" || (name === "remark" && attributes.status === "editorial")) {
      if (name !== "remark") this.flush();
      this.#collected = { name, outer: this.#parts, depth: this.#open.length };
      this.#parts = [];
    } else if (blocks.has(name)) this.flush();
    else if (!inline.has(name) && !wrappers.has(name)) this.unknown.set(name, (this.unknown.get(name) ?? 0) + 1);
  }

  close(): void {
    if (this.#dropDepth > 0) return void this.#dropDepth--;
    const depth = this.#open.length;
    const closed = this.#open.pop();
    if (this.#collected) {
      if (this.#collected.depth === depth) this.#endCollected(this.#collected);
    } else if (closed?.isUnit) {
      this.flush();
      this.#settle();
      this.#builder.closeUnit();
    } else if (closed?.name === "td" || closed?.name === "th") this.#parts.push(" ");
    else if (closed && blocks.has(closed.name)) this.flush();
  }

  /**
   * What a unit is called: a container by its name, as acts of the United Kingdom mark schedules, and a schedule's own paragraphs
   * apart, since those are cited as sections are.
   */
  #elementOf(name: string, attributes: Attributes): string {
    if (name === "hcontainer" || name === "attachment")
      return schedules.has(attributes.name ?? "") ? (attributes.name ?? name) : name;
    if (name !== "paragraph") return name;
    const around = this.#open.findLast((each) => each.isUnit && !grouping.has(each.element))?.element;
    return around === "schedule" ? scheduleParagraph : name;
  }

  text(text: string): void {
    if (this.#dropDepth === 0) this.#parts.push(text);
  }

  /** Writes what was collected since the last line. */
  flush(): void {
    const text = collapse(this.#parts);
    this.#parts = [];
    if (!text) return;
    this.#settle();
    this.#builder.line(text);
  }

  /** A number without a heading stands in front of the first words of its unit. */
  #settle(): void {
    if (this.#number) this.#builder.number(this.#number);
    this.#number = "";
  }

  #endCollected({ name, outer }: { readonly name: string; readonly outer: string[] }): void {
    const text = collapse(this.#parts);
    this.#parts = outer;
    this.#collected = undefined;
    if (name === "remark") this.#builder.editorial(text);
    else if (name === "num") this.#number = text;
    else {
      this.#builder.heading("", this.#number, [this.#number, text].filter(Boolean).join(" "));
      this.#number = "";
    }
  }
}
