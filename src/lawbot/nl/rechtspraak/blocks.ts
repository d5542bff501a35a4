import type { Attributes } from "../../xml/read-xml.ts";

/** A line or more of a ruling, or the border of something that holds lines. */
export type RulingEvent =
  | {
      readonly type: "block";
      readonly kind: "para" | "title" | "row" | "note";
      /** Number that the markup sets apart (`4.2.`), as written; "" where it has none. */
      readonly number: string;
      /** Lines; a line break of the source is a border between two. Never empty. */
      readonly lines: readonly string[];
      /** True where a print does not say whether a hyphen at a line's end is its word's own; absent in forms that have no such lines. */
      readonly isRead?: boolean;
    }
  | { readonly type: "open" | "close"; readonly what: "summary" | "info" | "section" | "group" | "parablock" };

const borders: ReadonlyMap<string, Extract<RulingEvent, { readonly what: string }>["what"]> = new Map([
  ["inhoudsindicatie", "summary"],
  ["uitspraak.info", "info"],
  ["conclusie.info", "info"],
  ["section", "section"],
  ["paragroup", "group"],
  ["parablock", "parablock"],
]);
const blocks = new Map([
  ["para", "para"],
  ["bridgehead", "para"],
  ["title", "title"],
  ["row", "row"],
  ["footnote", "note"],
] as const);
const inline = new Set("emphasis sup sub inlinemediaobject footnote-ref".split(" "));
const silent = new Set(
  "uitspraak conclusie itemizedlist orderedlist listitem informaltable tgroup thead tbody quote".split(" "),
);
const dropped = new Set("colspec spanspec imageobject textobject imagedata".split(" "));

/** Turns the XML of a ruling's body into lines and borders, in order. Text in an element that is not known is kept and counted. */
export class RulingBlocks {
  readonly events: RulingEvent[] = [];
  readonly unknown = new Map<string, number>();
  readonly #open: string[] = [];
  #parts: string[] = [];
  #number = "";
  #numberParts: string[] | undefined;
  #cells: string[] | undefined;
  #dropDepth = 0;
  #note = 0;

  open(name: string, attributes: Attributes): void {
    if (this.#dropDepth > 0 || dropped.has(name)) return void this.#dropDepth++;
    this.#open.push(name);
    const border = borders.get(name);
    if (border) {
      this.#flush("para");
      this.events.push({ type: "open", what: border });
    } else if (name === "nr") {
      this.#numberParts = [];
    } else if (name === "mediaobject") this.#parts.push("[afbeelding]");
    else if (name === "row") {
      this.#flush("para");
      this.#cells = [];
    } else if (name === "footnote") {
      this.#flush("para");
      this.#note++;
      this.#number = attributes.label ?? "";
    } else if (blocks.has(name as "para") && !this.#cells) this.#flush("para");
    else if (!inline.has(name) && !silent.has(name) && name !== "entry" && !blocks.has(name as "para"))
      this.#countUnknown(name);
  }

  close(): void {
    if (this.#dropDepth > 0) return void this.#dropDepth--;
    const name = this.#open.pop() ?? "";
    const border = borders.get(name);
    if (name === "nr") this.#endNumber();
    else if (name === "entry" && this.#cells) this.#cells.push(this.#take().join(" "));
    else if (name === "row" && this.#cells) this.#endRow(this.#cells);
    else if (this.#cells) this.#parts.push(" ");
    else if (name === "title") this.#flush("title");
    else if (border || blocks.has(name as "para")) this.#flush("para");
    if (name === "footnote") this.#note--;
    if (border) this.events.push({ type: "close", what: border });
  }

  text(text: string): void {
    if (this.#dropDepth > 0) return;
    (this.#numberParts ?? this.#parts).push(text);
  }

  /** `<?linebreak?>`: without it words would be glued. */
  lineBreak(): void {
    if (this.#dropDepth === 0) (this.#numberParts ?? this.#parts).push(this.#cells ? " " : "\u0000");
  }

  #endNumber(): void {
    this.#number = collapse((this.#numberParts ?? []).join("").replaceAll("\u0000", " "));
    this.#numberParts = undefined;
  }

  #endRow(cells: string[]): void {
    this.#cells = undefined;
    if (cells.some(Boolean)) this.#push("row", [cells.join(" | ")]);
  }

  #flush(kind: "para" | "title"): void {
    if (this.#cells) return;
    const lines = this.#take();
    if (lines.length > 0 || (kind === "title" && this.#number)) this.#push(this.#note > 0 ? "note" : kind, lines);
  }

  #push(kind: "para" | "title" | "row" | "note", lines: string[]): void {
    this.events.push({ type: "block", kind, number: this.#number, lines: lines.length > 0 ? lines : [""] });
    this.#number = "";
  }

  #take(): string[] {
    const lines = this.#parts.join("").split("\u0000").map(collapse).filter(Boolean);
    this.#parts = [];
    return lines;
  }

  #countUnknown(name: string): void {
    const known = this.unknown.size < 200 || this.unknown.has(name) ? name : "others";
    this.unknown.set(known, (this.unknown.get(known) ?? 0) + 1);
  }
}

const collapse = (text: string): string => text.replace(/\s+/g, " ").trim().normalize("NFC");
