import { Voice } from "../../../gen/pincite/span/v1/span_pb.ts";
import { codePointLength } from "../../span/code-points.ts";
import { collapse } from "../text/collapse.ts";
import { Quotation } from "../text/quotation.ts";
import { RulingText } from "../text/ruling-text.ts";
import type { Attributes } from "../xml/read-xml.ts";

const set = (names: string): ReadonlySet<string> => new Set(names.split(" "));
const blocks = set("p block heading subheading crossHeading tr longTitle docTitle listIntroduction listWrapUp");
const quoting = set("embeddedStructure embeddedText quotedStructure quotedText blockquote");
const pictures = set("img math");
const known = set(
  "judgment header judgmentBody introduction background arguments remedies motivation decision conclusions attachments attachment doc mainBody preface level paragraph subparagraph intro content wrapUp list point item blockContainer blockList container table tbody thead td th div span b i u a sub sup ref rref mref num neutralCitation docketNumber courtType party role judge lawyer docDate docType date term def marker br eol remark signature person location organization tblock toc tocItem",
);
/** `27.`, `[27]`, `27`: what numbers a paragraph of the judgment itself. */
const ownNumber = /^\[?(\d{1,4})[.\])]?$/;

/** Turns the events of a judgment into lines, one unit for each numbered paragraph, and who speaks in them. */
export class JudgmentWalker {
  readonly text = new RulingText();
  readonly unknown = new Map<string, number>();
  readonly #quotation = new Quotation();
  readonly #open: string[] = [];
  #parts: string[] = [];
  #number = "";
  /** Parts of the line around a footnote, and the notes that follow it. */
  #outer: string[] | undefined;
  #marker = "";
  #notes: { readonly marker: string; readonly words: string }[] = [];
  #quotedDepth = 0;
  /** Depth of the paragraph whose unit is open; 0: none. */
  #paragraphDepth = 0;
  #path = "";

  open(name: string, attributes: Attributes): void {
    this.#open.push(name);
    if (quoting.has(name)) this.#quotedDepth++;
    if (name === "header") this.text.begin({ element: "kop", path: "/header", label: "header" });
    if (name === "paragraph" && this.#paragraphDepth === 0) this.#path = attributes.eId ?? "";
    if (name === "authorialNote") this.#beginNote(attributes.marker ?? "");
    else if (name === "num" || (blocks.has(name) && !this.#isInside())) this.#flush();
    else if (pictures.has(name)) this.#picture();
    else if (name === "br" || name === "eol") this.#parts.push(" ");
    else if (!blocks.has(name) && !quoting.has(name) && !known.has(name))
      this.unknown.set(name, (this.unknown.get(name) ?? 0) + 1);
  }

  close(): void {
    const name = this.#open.pop() ?? "";
    if (name === "authorialNote") this.#endNote();
    else if (name === "num") this.#endNumber();
    else if (name === "td" || name === "th") this.#parts.push(" | ");
    else if (blocks.has(name) && !this.#isInside()) this.#flush();
    else if (blocks.has(name)) this.#parts.push(" ");
    if (quoting.has(name)) this.#quotedDepth--;
    if (name === "header") {
      this.#flush();
      this.text.end();
    }
    if (name === "paragraph" && this.#open.length + 1 === this.#paragraphDepth) this.#endParagraph();
  }

  words(text: string): void {
    this.#parts.push(text);
  }

  /** Writes what was collected since the last line. */
  finish(): void {
    this.#flush();
  }

  /** In a note, or in a row of a table, blocks make no lines of their own. */
  #isInside(): boolean {
    return this.#outer !== undefined || this.#open.includes("tr");
  }

  #endNumber(): void {
    const written = collapse(this.#parts);
    this.#parts = [];
    const number = ownNumber.exec(written)?.[1];
    const isOwn = this.#open.at(-1) === "paragraph" && this.#paragraphDepth === 0 && this.#quotedDepth === 0;
    if (number && isOwn) {
      this.#paragraphDepth = this.#open.length;
      this.#quotation.reset();
      const path = /^[\w.-]{1,64}$/.test(this.#path) ? this.#path : `para_${number}`;
      this.text.begin({ element: "paragraph", path: `/${path}`, label: `[${number}]`, number });
    }
    this.#number = [this.#number, written].filter(Boolean).join(" ");
  }

  #endParagraph(): void {
    this.#flush();
    this.text.end();
    this.#paragraphDepth = 0;
  }

  #flush(): void {
    const words = collapse(this.#parts)
      .replace(/(?:\s*\|)+$/, "")
      .replace(/^(?:\|\s*)+/, "");
    this.#parts = [];
    if (words === "") return;
    const isNumbered = this.#number !== "";
    const line = isNumbered ? `${this.#number} ${words}` : words;
    const isQuoted = this.#quotedDepth > 0 || this.#quotation.isInside(line);
    this.text.write(line, isQuoted ? Voice.QUOTED : Voice.COURT, isNumbered ? codePointLength(this.#number) + 1 : 0);
    // However long a statute it quotes, the next paragraph of the judgment ends the quotation.
    this.#quotation.read(line, Number.POSITIVE_INFINITY);
    this.#number = "";
    for (const { marker, words: note } of this.#notes.splice(0)) this.#note(marker, note);
  }

  #note(marker: string, words: string): void {
    this.text.begin({
      element: "noot",
      path: `/note_${marker.replace(/[^\w.-]/g, "") || "unnumbered"}`,
      label: `footnote ${marker}`.trim(),
      number: marker,
    });
    this.text.write(marker ? `${marker} ${words}` : words, Voice.COURT, marker ? codePointLength(marker) + 1 : 0);
    this.text.end();
  }

  #beginNote(marker: string): void {
    if (this.#outer) return;
    this.#outer = this.#parts;
    this.#marker = marker;
    this.#parts = [];
  }

  #endNote(): void {
    if (!this.#outer || this.#open.includes("authorialNote")) return;
    const words = collapse(this.#parts);
    if (words) this.#notes.push({ marker: this.#marker, words });
    this.#parts = this.#outer;
    this.#outer = undefined;
  }

  #picture(): void {
    if (this.#open.includes("header")) return;
    this.#parts.push(" [image] ");
    this.text.flag("incomplete");
  }
}
