import { cleanText, codePointLength } from "../mail/clean-text.ts";
import type { TextMark } from "../reader/port.ts";
import type { Stretch, TextWriter } from "../reader/text-writer.ts";
import { isOn } from "./docx-hiding.ts";
import type { Numbering } from "./docx-numbering.ts";
import { at, childrenOf, type XmlElement } from "./docx-parts.ts";
import { inSymbolFont, symbolOf } from "./symbol-fonts.ts";

/** A stretch of one line that is flagged; places are UTF-16 units of the line. */
interface LineMark {
  readonly start: number;
  readonly end: number;
  readonly who: string;
  readonly when: string;
}

/** A paragraph or table row as one line (or several, where it has line breaks). */
interface Line {
  readonly text: string;
  readonly number: string;
  readonly marks: readonly LineMark[];
}

/** Elements whose content is not the document's text: properties, deleted words, field codes, old renderings. */
const silent = new Set(
  "pPr rPr tblPr trPr tcPr sectPr del moveFrom delText instrText delInstrText Fallback sdtPr sdtEndPr rubyPr rt proofErr bookmarkStart bookmarkEnd".split(
    " ",
  ),
);

/**
 * Walks the body of a WordprocessingML part (ECMA-376 part 1, 17) and gives its text: a line for each paragraph, cells of a
 * table row parted by ` | `, numbers in front as a word processor shows them, words of tracked insertions in and of
 * deletions out. Text boxes follow the paragraph they hang on.
 */
export class DocxText {
  /** True when text with the `vanish` property was left out. */
  hidden = false;
  readonly #lines: Line[] = [];
  readonly #numbering: Numbering;
  readonly #hiding: ReadonlySet<string>;

  /** @param hiding ids of the styles that hide text */
  constructor(numbering: Numbering, hiding: ReadonlySet<string>) {
    this.#numbering = numbering;
    this.#hiding = hiding;
  }

  /** Adds the paragraphs and tables inside an element. */
  blocks(element: XmlElement | undefined): this {
    for (const child of childrenOf(element)) this.#block(child);
    return this;
  }

  /** Whether nothing would be read in it. */
  get isBlank(): boolean {
    return this.#lines.every(({ text, number }) => (number + text).trim() === "");
  }

  /** Writes the lines and tells what is marked in them. */
  write(out: TextWriter): TextMark[] {
    const marks: TextMark[] = [];
    for (const [i, { text, number, marks: inLine }] of this.#lines.entries()) {
      if (i > 0) out.write("\n");
      const { start } = out.write(number === "" ? "" : `${number} `);
      const words = out.write(text);
      if (number !== "") marks.push(numbered(number, start, words));
      for (const mark of inLine) marks.push(insertion(mark, words.start, text));
    }
    return marks;
  }

  #block(element: XmlElement): void {
    if (element.name === "p") this.#paragraph(element);
    else if (element.name === "tbl") this.#table(element);
    else if (!silent.has(element.name)) for (const child of childrenOf(element)) this.#block(child);
  }

  #paragraph(element: XmlElement): void {
    const number = this.#numbering.next(at(element, "pPr"));
    const inline = new Inline(this.#hiding, at(element, "pPr", "pStyle")?.attributes.val ?? "");
    inline.walk(element);
    this.hidden ||= inline.hidden;
    const line = inline.finish();
    if (line.text !== "" || number !== "") this.#lines.push({ ...line, number });
    for (const box of inline.boxes) this.blocks(box);
  }

  #table(element: XmlElement): void {
    for (const row of rowsOf(element)) {
      const cells: Line[] = [];
      for (const cell of childrenOf(row).flatMap((child) => (child.name === "tc" ? [child] : cellsInside(child)))) {
        const inner = new DocxText(this.#numbering, this.#hiding).blocks(cell);
        this.hidden ||= inner.hidden;
        cells.push(joined(inner.#lines, " "));
      }
      const line = joined(cells, " | ");
      if (line.text.replaceAll("|", "").trim() !== "") this.#lines.push(line);
    }
  }
}

/** Rows but those whose deletion was tracked. */
const rowsOf = (element: XmlElement): XmlElement[] =>
  childrenOf(element).flatMap((child) => {
    if (child.name === "tr") return at(child, "trPr", "del") === undefined ? [child] : [];
    return silent.has(child.name) ? [] : rowsOf(child);
  });
const cellsInside = (element: XmlElement): XmlElement[] =>
  childrenOf(element).flatMap((child) =>
    child.name === "tc" ? [child] : silent.has(child.name) ? [] : cellsInside(child),
  );

/** Lines put into one; numbers become part of the words. */
const joined = (lines: readonly Line[], between: string): Line => {
  const marks: LineMark[] = [];
  let text = "";
  for (const [i, line] of lines.entries()) {
    if (i > 0) text += between;
    if (line.number !== "") text += `${line.number} `;
    for (const mark of line.marks)
      marks.push({ ...mark, start: mark.start + text.length, end: mark.end + text.length });
    text += line.text.replaceAll("\n", " ");
  }
  return { text, marks, number: "" };
};

const numbered = (number: string, start: number, words: Stretch): TextMark => ({
  start,
  end: words.end,
  textStart: words.start,
  element: "numbered",
  number,
  label: number,
  flags: ["generated-number"],
});

const insertion = (mark: LineMark, at: number, line: string): TextMark => ({
  start: at + codePointLength(line.slice(0, mark.start)),
  end: at + codePointLength(line.slice(0, mark.end)),
  element: "insertion",
  number: "",
  label: ["inserted", mark.who && `by ${mark.who}`, mark.when && `on ${mark.when.slice(0, 10)}`]
    .filter(Boolean)
    .join(" "),
  flags: ["inserted"],
});

/** The words of one paragraph. */
class Inline {
  hidden = false;
  readonly boxes: XmlElement[] = [];
  readonly #pieces: string[] = [];
  readonly #marks: LineMark[] = [];
  #length = 0;
  /** Field codes stand between `begin` and `separate`; what is shown, between `separate` and `end`. */
  readonly #fields: ("code" | "result")[] = [];
  readonly #hiding: ReadonlySet<string>;
  readonly #paragraphStyle: string;
  /** Font of the run that is walked, by which places of symbol fonts are read. */
  #font = "";

  constructor(hiding: ReadonlySet<string>, paragraphStyle: string) {
    this.#hiding = hiding;
    this.#paragraphStyle = paragraphStyle;
  }

  walk(element: XmlElement): void {
    for (const child of childrenOf(element)) this.#element(child);
  }

  finish(): Line {
    const raw = this.#pieces.join("");
    const text = cleanText(raw).trimEnd();
    // Cleaning may change lengths where a source has loose combining marks: a mark then covers the line.
    const isSame = text === raw.trimEnd();
    const marks = this.#marks.map((mark) => (isSame ? mark : { ...mark, start: 0, end: text.length }));
    return { text, number: "", marks: marks.filter((mark) => mark.start < mark.end && mark.end <= text.length) };
  }

  #element(child: XmlElement): void {
    const { name, attributes } = child;
    if (silent.has(name)) return;
    if (name === "r") this.#run(child);
    else if (name === "ins" || name === "moveTo") this.#inserted(child);
    else if (name === "txbxContent") this.boxes.push(child);
    else if (name === "fldChar") this.#field(attributes.fldCharType ?? "");
    else if (this.#fields.includes("code")) return;
    else if (name === "t") this.#add(inSymbolFont(this.#font, ownText(child)));
    else if (name === "tab" || name === "ptab") this.#add("\t");
    else if (name === "br" || name === "cr") this.#add("\n");
    else if (name === "noBreakHyphen") this.#add("\u2011");
    else if (name === "softHyphen") this.#add("\u00ad");
    else if (name === "sym") this.#add(symbol(attributes.font ?? "", attributes.char ?? ""));
    else this.walk(child);
  }

  #run(run: XmlElement): void {
    if (this.#isHidden(run)) {
      this.hidden = true;
      // A field that begins in hidden words ends in shown ones: its marks count all the same.
      for (const child of childrenOf(run, "fldChar")) this.#field(child.attributes.fldCharType ?? "");
      return;
    }
    this.#font = at(run, "rPr", "rFonts")?.attributes.ascii ?? "";
    this.walk(run);
  }

  /** By itself, else by its character style, else by the paragraph's. */
  #isHidden(run: XmlElement): boolean {
    const stated = isOn(at(run, "rPr", "vanish"));
    const style = at(run, "rPr", "rStyle")?.attributes.val;
    return stated ?? ((style !== undefined && this.#hiding.has(style)) || this.#hiding.has(this.#paragraphStyle));
  }

  #inserted(child: XmlElement): void {
    const start = this.#length;
    this.walk(child);
    const { author: who = "", date: when = "" } = child.attributes;
    this.#marks.push({ start, end: this.#length, who: cleanText(who).slice(0, 100), when });
  }

  #field(type: string): void {
    if (type === "begin") this.#fields.push("code");
    else if (type === "separate" && this.#fields.length > 0) this.#fields[this.#fields.length - 1] = "result";
    else if (type === "end") this.#fields.pop();
  }

  #add(text: string): void {
    this.#pieces.push(text);
    this.#length += text.length;
  }
}

const ownText = (element: XmlElement): string => element.children.filter((child) => typeof child === "string").join("");

/** What the sign shows; a private place of a font that is not known is kept, and a place beyond is nothing. */
const symbol = (font: string, char: string): string => {
  const code = Number.parseInt(char, 16);
  if (!(code > 0x1f) || code > 0xffff) return "";
  return symbolOf(font, code) ?? String.fromCharCode(code);
};
