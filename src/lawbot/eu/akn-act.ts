import type { SourceBytes } from "../port/reading.ts";
import type { Attributes } from "../xml/read-xml.ts";
import { type ActElement, ActTree } from "./act-tree.ts";
import { type EuFile, type EuReader, readThrough } from "./eu-file.ts";

/** Elements of Akoma Ntoso that are parts of an act of the Union. */
const partOf: Readonly<Record<string, ActElement>> = {
  preface: "intitule",
  preamble: "preamble",
  recital: "overweging",
  part: "divisie",
  title: "divisie",
  chapter: "divisie",
  section: "divisie",
  subsection: "divisie",
  article: "artikel",
  paragraph: "lid",
  point: "li",
  indent: "li",
  item: "li",
  conclusions: "slot",
  attachment: "bijlage",
};
const set = (names: string): ReadonlySet<string> => new Set(names.split(" "));
const blocks = set("p block heading num docTitle tr listIntroduction listWrapUp signature longTitle");
const known = set(
  "akomaNtoso act bill body formula citations citation recitals intro content alinea list blockList container attachments doc mainBody table tbody thead td th span b i u sub sup ref rref mref date docNumber docDate docType wrapUp a term def quotedStructure quotedText embeddedStructure",
);
const quoting = ["quotedStructure", "quotedText", "embeddedStructure"];

/** Reads an act of the Union in Akoma Ntoso. Throws Refusal. */
export const readEuAkn = (source: SourceBytes): EuFile => readThrough(source, new EuAknReader());

interface Frame {
  readonly name: string;
  readonly ends: "part" | "note" | "nothing";
  readonly isCapitals: boolean;
}

class EuAknReader implements EuReader {
  readonly #tree = new ActTree();
  readonly #frames: Frame[] = [];
  readonly #unknown = new Map<string, number>();
  #celex = "";
  #day = "";

  open(name: string, attributes: Attributes): void {
    if (name === "meta" || this.#isIn("meta")) {
      this.#identify(name, attributes);
      return void this.#push(name);
    }
    if (name === "authorialNote") return void this.#push(name, this.#tree.beginNote() ? "note" : "nothing");
    const element = this.#isIn("authorialNote", ...quoting) ? undefined : partOf[name];
    if (element) {
      this.#tree.begin(element);
      return void this.#push(name, "part");
    }
    if (blocks.has(name)) this.#tree.line();
    else if (!partOf[name] && !known.has(name)) this.#unknown.set(name, (this.#unknown.get(name) ?? 0) + 1);
    this.#push(name, "nothing", attributes.class === "UC");
  }

  close(): void {
    const { name, ends } = this.#frames.pop() ?? { name: "", ends: "nothing" };
    if (this.#isIn("meta") || name === "meta") return;
    if (ends === "note") return void this.#tree.endNote();
    if (ends === "part") return void this.#tree.end();
    if (name === "num") this.#number();
    else if (name === "heading") this.#heading();
    else if (name === "td" || name === "th") this.#tree.say(" ");
    else if (blocks.has(name)) this.#tree.line();
  }

  text(text: string): void {
    if (!this.#isIn("meta")) this.#tree.say(this.#frames.at(-1)?.isCapitals ? text.toUpperCase() : text);
  }

  file(): EuFile {
    this.#tree.line();
    return {
      tree: this.#tree,
      notes: new Map(),
      celex: this.#celex,
      eli: "",
      number: undefined,
      day: this.#day,
      isConsolidated: false,
      unknown: this.#unknown,
    };
  }

  #push(name: string, ends: Frame["ends"] = "nothing", isCapitals = false): void {
    this.#frames.push({ name, ends, isCapitals });
  }

  #isIn(...names: string[]): boolean {
    return this.#frames.some((frame) => names.includes(frame.name));
  }

  #identify(name: string, { name: said = "", value = "", date = "" }: Attributes): void {
    if (!this.#isIn("FRBRWork")) return;
    if (name === "FRBRalias" && said === "CELEX") this.#celex ||= value.slice(0, 40);
    if (name === "FRBRdate") this.#day ||= date.slice(0, 10);
  }

  /** Some files have an article's heading in a second number. */
  #number(): void {
    const part = this.#tree.innermost;
    if (!part || this.#isIn("authorialNote", ...quoting)) return void this.#tree.say(" ");
    const words = this.#tree.take();
    if (["lid", "li", "overweging"].includes(part.element)) part.number = words;
    else if (words) part.heading.push(words);
  }

  #heading(): void {
    const part = this.#tree.innermost;
    if (!part || this.#isIn("authorialNote", ...quoting)) return void this.#tree.line();
    const words = this.#tree.take();
    if (words) part.heading.push(words);
  }
}
