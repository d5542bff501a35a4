import { collapse } from "../../text/collapse.ts";
import type { LawTextBuilder } from "../../text/law-text-builder.ts";
import type { Attributes } from "../../xml/read-xml.ts";
import { givenPath } from "./address.ts";
import { markers, type Role, roles } from "./elements.ts";

/** What an open element asks for when it closes. */
interface Frame {
  readonly name: string;
  readonly role: Role;
  /** The text that was being collected when the element began, for elements that collect their own. */
  readonly outer: string[] | undefined;
}

const linkTarget = /:(BWB[RV]\d{7})((?:&[^&]*)*)$/;
/** Names that are told apart; a file with more is no BWB file. */
const unknownMax = 200;

/**
 * Turns a stream of XML events into lines and units by the table of roles. It is the same for both forms of BWB XML.
 * Text is never lost silently: what stands in an element that is not known, or where no text is expected, becomes a line
 * and is counted in `unknown`.
 */
export class BwbWalker {
  /** Elements not in the table, and text in unexpected places as `text in <name>`. */
  readonly unknown = new Map<string, number>();
  readonly #builder: LawTextBuilder;
  readonly #frames: Frame[] = [];
  /** The text being collected. */
  #parts: string[] = [];
  #dropDepth = 0;
  /** How many open elements collect text of their own. */
  #collectDepth = 0;
  #blockDepth = 0;
  #noteDepth = 0;
  #cells: string[] = [];
  #cellDepth = 0;
  /** `order` is that of label and number in the source: `Artikel 2`, but `Zevende titel`. */
  #heading: { label: string; number: string; rest: string[]; order: ("label" | "number")[] } | undefined;

  constructor(builder: LawTextBuilder) {
    this.#builder = builder;
  }

  open(name: string, attributes: Attributes): void {
    if (this.#dropDepth > 0) return void this.#dropDepth++;
    const role = this.#roleOf(name);
    if (role === "drop") return void this.#dropDepth++;
    if (role === "marker") return void this.#openMarker(name);
    const collects = this.#collects(role);
    this.#frames.push({ name, role, outer: collects ? this.#parts : undefined });
    if (collects) {
      this.#parts = [];
      this.#collectDepth++;
    } else this.#begin(role, name, attributes);
  }

  close(): void {
    if (this.#dropDepth > 0) return void this.#dropDepth--;
    const frame = this.#frames.pop();
    if (!frame) return;
    if (frame.outer) this.#endCollected(frame, frame.outer);
    else this.#end(frame);
  }

  text(text: string): void {
    if (this.#dropDepth > 0) return;
    if (this.#blockDepth === 0 && this.#collectDepth === 0) {
      if (!/\S/.test(text)) return;
      this.#countUnknown(`text in ${this.#frames.at(-1)?.name ?? "document"}`);
    }
    this.#parts.push(text);
  }

  /** Writes what was collected since the last line. Called once more at the end of the document. */
  flush(): void {
    if (this.#parts.length === 0) return;
    const text = collapse(this.#parts);
    this.#parts.length = 0;
    if (text) this.#builder.line(text);
  }

  /** Inside a note, a cell or a heading part there are no lines of their own: everything there is text of it. */
  #isInside(): boolean {
    return this.#cellDepth > 0 || this.#noteDepth > 0;
  }

  #roleOf(name: string): Role {
    const role = roles.get(name);
    const isInLine = this.#blockDepth > 0 || this.#collectDepth > 0;
    if (role === "word" || (role === "heading-part" && !this.#heading)) return isInLine ? "word" : "block";
    if (role === "number" && this.#isInside()) return "word";
    if (role !== undefined) return role;
    this.#countUnknown(name);
    return isInLine ? "inline" : "block";
  }

  /** Elements whose text goes elsewhere than into the line at hand. */
  #collects(role: Role): boolean {
    if (role === "note") {
      this.#noteDepth++;
      return true;
    }
    if (role === "cell" && this.#cellDepth++ === 0 && this.#noteDepth === 0) return true;
    return role === "editorial" || role === "number" || role === "heading-part";
  }

  #begin(role: Role, name: string, attributes: Attributes): void {
    if (role === "inline" && attributes.doc) this.#link(attributes.doc);
    if (role === "inline" || role === "wrapper") return;
    if (role === "word" || this.#isInside()) return void this.#space();
    if (role === "block") this.#blockDepth++;
    this.flush();
    if (role === "row") this.#cells = [];
    if (role === "heading") this.#heading = { label: "", number: "", rest: [], order: [] };
    if (role === "unit")
      this.#builder.openUnit(
        name,
        givenPath(attributes["bwb-ng-variabel-deel"]),
        attributes.status ?? "",
        attributes["label-id"] ?? "",
      );
    // The headings of the law as a whole hold their text directly.
    if (name === "intitule" || name === "citeertitel") this.#blockDepth++;
  }

  #end({ role, name }: Frame): void {
    if (role === "cell") this.#cellDepth--;
    if (role === "inline" || role === "wrapper" || role === "word") return;
    if (this.#isInside()) return void this.#space();
    if (role === "row" && this.#cells.some(Boolean)) this.#parts.push(this.#cells.join(" | "));
    if (role === "heading") return void this.#endHeading();
    this.flush();
    if (role === "block" || name === "intitule" || name === "citeertitel") this.#blockDepth--;
    if (role === "unit") this.#builder.closeUnit();
  }

  #endCollected(frame: Frame, outer: string[]): void {
    const text = collapse(this.#parts);
    this.#parts = outer;
    this.#collectDepth--;
    if (frame.role === "cell") {
      this.#cellDepth--;
      this.#cells.push(text);
    } else if (frame.role === "note") {
      this.#noteDepth--;
      this.#builder.note(text);
    } else if (frame.role === "editorial") this.#builder.editorial(text);
    else if (frame.role === "number") this.#endNumber(text);
    else this.#endHeadingPart(frame.name, text);
  }

  #endNumber(text: string): void {
    this.flush();
    if (text) this.#builder.number(text);
  }

  #endHeadingPart(name: string, text: string): void {
    if (!this.#heading) return void this.#parts.push(` ${text} `);
    if (name === "label" || name === "nr") {
      const part = name === "nr" ? "number" : "label";
      this.#heading[part] = text;
      this.#heading.order.push(part);
    } else if (text) this.#heading.rest.push(text);
  }

  /** `Artikel 2`, with a title `Artikel 2. Titel`; text of the heading outside its parts comes last. */
  #endHeading(): void {
    const heading = this.#heading ?? { label: "", number: "", rest: [], order: [] };
    this.#heading = undefined;
    const { label, number, rest, order } = heading;
    const stray = collapse(this.#parts);
    this.#parts.length = 0;
    const first = order
      .map((part) => heading[part])
      .filter(Boolean)
      .join(" ");
    const parts = [first, ...rest, stray].filter(Boolean);
    const text = parts.reduce((line, part) => (line ? `${line}${/[.:]$/.test(line) ? "" : "."} ${part}` : part), "");
    this.#builder.heading(label, number, text);
  }

  #openMarker(name: string): void {
    this.#dropDepth++;
    this.#builder.incomplete();
    if (this.#blockDepth > 0 || this.#isInside()) return void this.#parts.push(markers.get(name) ?? "");
    this.flush();
    this.#builder.line(markers.get(name) ?? "");
  }

  /** Where the editors link to a law or an article of one. */
  #link(target: string): void {
    const [, lawId = "", parts = ""] = linkTarget.exec(target) ?? [];
    const number = /&artikel=([^&]+)/.exec(parts)?.[1]?.replaceAll(/[+_]/g, " ") ?? "";
    if (lawId && (number || !/&(?![gz]=)/.test(parts))) this.#builder.link({ lawId, number });
  }

  #space(): void {
    if (this.#parts.length > 0) this.#parts.push(" ");
  }

  #countUnknown(what: string): void {
    const name = this.unknown.size < unknownMax || this.unknown.has(what) ? what : "others";
    this.unknown.set(name, (this.unknown.get(name) ?? 0) + 1);
  }
}
