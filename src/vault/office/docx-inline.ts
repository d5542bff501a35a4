import { cleanText } from "../mail/clean-text.ts";
import { type DocxStyles, isOn } from "./docx-styles.ts";
import type { Line, LineMark } from "./lines.ts";
import { insertedBy, type MarkKind, prompt, readAs, struck } from "./marks.ts";
import { at, childrenOf, wordsOf, type XmlElement } from "./office-package.ts";
import { inSymbolFont, symbolOf } from "./symbol-fonts.ts";

/** Elements whose content is not the document's text: properties, deleted words, field codes, old renderings. */
export const silent = new Set(
  "pPr rPr tblPr trPr tcPr sectPr del moveFrom delText instrText delInstrText Fallback sdtPr sdtEndPr rubyPr rt proofErr bookmarkStart bookmarkEnd".split(
    " ",
  ),
);

/** The words of one paragraph. */
export class Inline {
  hidden = false;
  readonly boxes: XmlElement[] = [];
  readonly #pieces: string[] = [];
  readonly #marks: LineMark[] = [];
  #length = 0;
  /** Field codes stand between `begin` and `separate`; what is shown, between `separate` and `end`. */
  readonly #fields: ("code" | "result")[] = [];
  readonly #styles: DocxStyles;
  readonly #paragraphStyle: string;
  /** Font of the run that is walked, by which places of symbol fonts are read. */
  #font = "";

  constructor(styles: DocxStyles, paragraphStyle: string) {
    this.#styles = styles;
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
    else if (name === "ins" || name === "moveTo")
      this.#marked(child, insertedBy(attributes.author ?? "", (attributes.date ?? "").slice(0, 10)));
    else if (name === "sdt" && showsPrompt(child)) this.#marked(child, prompt);
    else if (name === "ruby") this.#marked(child, readAs(wordsOf(at(child, "rt"))));
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
    if (this.#styles.isHidden(run, this.#paragraphStyle)) {
      this.hidden = true;
      // A field that begins in hidden words ends in shown ones: its marks count all the same.
      for (const child of childrenOf(run, "fldChar")) this.#field(child.attributes.fldCharType ?? "");
      return;
    }
    this.#font = at(run, "rPr", "rFonts")?.attributes.ascii ?? "";
    if (this.#styles.isStruck(run, this.#paragraphStyle)) this.#marked(run, struck);
    else this.walk(run);
  }

  /** Walks into the element and marks what it writes. */
  #marked(child: XmlElement, mark: MarkKind): void {
    const start = this.#length;
    this.walk(child);
    this.#marks.push({ start, end: this.#length, ...mark });
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

/** Whether a content control still shows its placeholder (17.5.2.39). */
export const showsPrompt = (control: XmlElement): boolean => isOn(at(control, "sdtPr", "showingPlcHdr")) === true;

const ownText = (element: XmlElement): string => element.children.filter((child) => typeof child === "string").join("");

/** What the sign shows; a private place of a font that is not known is kept, and a place beyond is nothing. */
const symbol = (font: string, char: string): string => {
  const code = Number.parseInt(char, 16);
  if (!(code > 0x1f) || code > 0xffff) return "";
  return symbolOf(font, code) ?? String.fromCharCode(code);
};
