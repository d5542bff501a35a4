import type { SourceBytes } from "../port/reading.ts";
import type { Attributes } from "../xml/read-xml.ts";
import { type ActElement, ActTree } from "./act-tree.ts";
import { type EuFile, type EuReader, readThrough } from "./eu-file.ts";

/** Elements of Formex 4 that are parts of an act (https://op.europa.eu/en/web/eu-vocabularies/formex). */
const partOf: Readonly<Record<string, ActElement>> = {
  PREAMBLE: "preamble",
  CONSID: "overweging",
  DIVISION: "divisie",
  "GR.SEQ": "divisie",
  ARTICLE: "artikel",
  PARAG: "lid",
  ITEM: "li",
  FINAL: "slot",
  ANNEX: "bijlage",
  "CONS.ANNEX": "bijlage",
};
const set = (names: string): ReadonlySet<string> => new Set(names.split(" "));
/** What makes a line of its own. */
const blocks = set(
  "P TXT ALINEA VISA PREAMBLE.INIT GR.CONSID.INIT PREAMBLE.FINAL TI STI TI.ART STI.ART TITLE LIST ROW PL.DATE SIGNATORY",
);
/** What tells about the act and is no text of it. */
const bibliographic = ["BIB.INSTANCE", "FAM.COMP"];
/** What may stand in a part in front of its heading or a line of it; beyond, words are words. Keeps reading linear. */
const insideMax = 32;
const headings = set("TI STI TI.ART STI.ART");
const numbers = set("NO.P NO.PARAG");
const known = set(
  "ACT CONS.ACT CONS.DOC NP HT DATE REF.DOC.OJ REF.DOC FT GR.VISA GR.CONSID ENACTING.TERMS SIGNATURE CONTENTS QUOT.S CORPUS TBL CELL",
);

/**
 * Reads an act, or an annex, in Formex 4. What it quotes (the new text of an act that it amends) is lines of the part that
 * quotes it and no part of its own. Throws Refusal.
 */
export const readFormex = (source: SourceBytes): EuFile => readThrough(source, new FormexReader());

/** An element that is open, and what its end ends. */
interface Frame {
  readonly name: string;
  readonly ends: "part" | "note" | "capitals" | "nothing";
  /** TYPE of a list: items of a list of dashes have no number of their own in the file. */
  readonly type: string;
}

class FormexReader implements EuReader {
  readonly #tree = new ActTree();
  readonly #frames: Frame[] = [];
  readonly #unknown = new Map<string, number>();
  /** What the bibliographic instance says, by the name of the element. */
  readonly #about = new Map<string, string>();
  /** Number in front of a line that is no part of its own. */
  #prefix = "";
  #capitals = 0;
  /** CELEX number of a consolidated text, as its own heading makes it. */
  #celex = "";

  open(name: string, attributes: Attributes): void {
    if (name === "INFO.CONSLEG") this.#consolidated(attributes);
    if (this.#isIn(...bibliographic)) {
      if (name === "DATE" && attributes.ISO) this.#note(this.#isIn("FAM.COMP") ? "MADE" : "DATE", attributes.ISO);
      return void this.#push(name);
    }
    if (name === "QUOT.START" || name === "QUOT.END") this.#tree.say(character(attributes.CODE ?? ""));
    if (name === "NOTE") return void this.#push(name, this.#tree.beginNote() ? "note" : "nothing");
    if (name === "HT" && attributes.TYPE === "UC") {
      this.#capitals++;
      return void this.#push(name, "capitals");
    }
    const element = this.#isIn("QUOT.S", "NOTE") ? undefined : this.#elementOf(name);
    if (element) return void this.#begin(name, element);
    if (blocks.has(name) || numbers.has(name)) this.#line();
    else if (!partOf[name] && !known.has(name) && !/^(?:BIB\.INSTANCE|FAM\.COMP|QUOT\.|INFO\.|IE$)/.test(name))
      this.#unknown.set(name, (this.#unknown.get(name) ?? 0) + 1);
    this.#push(name, "nothing", attributes.TYPE);
  }

  close(): void {
    const { name, ends } = this.#frames.pop() ?? { name: "", ends: "nothing" };
    if (this.#isIn(...bibliographic)) return;
    if (ends === "note") return void this.#tree.endNote();
    if (ends === "capitals") this.#capitals--;
    if (numbers.has(name)) this.#number();
    else if (headings.has(name)) this.#heading();
    else if (name === "CELL") this.#tree.say(" ");
    else if (blocks.has(name)) this.#line();
    if (ends === "part") {
      this.#line();
      this.#tree.end();
    }
  }

  text(text: string): void {
    const around = this.#frames.at(-1)?.name ?? "";
    if (this.#isIn(...bibliographic)) return void this.#note(around, text.trim());
    this.#tree.say(this.#capitals > 0 ? text.toUpperCase() : text);
  }

  file(): EuFile {
    this.#line();
    const [year, number] = [Number(this.#about.get("YEAR") ?? 0), Number(this.#about.get("NO.CURRENT") ?? 0)];
    return {
      tree: this.#tree,
      notes: new Map(),
      celex: this.#celex,
      eli: "",
      number: year && number ? { year, number } : undefined,
      day: (this.#about.get(this.#celex ? "MADE" : "DATE") ?? "").replace(/^(\d{4})(\d{2})(\d{2})$/, "$1-$2-$3"),
      isConsolidated: this.#celex !== "",
      unknown: this.#unknown,
    };
  }

  /** `CONSLEG.REF="2014R0910" START.DATE="20241018"`: the text of an act as it reads from a day on. */
  #consolidated(attributes: Attributes): void {
    this.#celex = `0${(attributes["CONSLEG.REF"] ?? "").slice(0, 20)}-${(attributes["START.DATE"] ?? "").slice(0, 8)}`;
  }

  #push(name: string, ends: Frame["ends"] = "nothing", type = ""): void {
    this.#frames.push({ name, ends, type });
  }

  #isIn(...names: string[]): boolean {
    return this.#frames.some((frame) => names.includes(frame.name));
  }

  /** The first that is said of each counts: what follows may be of the documents that this one refers to. */
  #note(key: string, value: string): void {
    if (value && !this.#about.has(key)) this.#about.set(key, value.slice(0, 40));
  }

  #elementOf(name: string): ActElement | undefined {
    if (name === "TITLE" && ["ACT", "CONS.ACT", "CONS.DOC"].includes(this.#frames.at(-1)?.name ?? ""))
      return "intitule";
    return partOf[name];
  }

  #begin(name: string, element: ActElement): void {
    this.#line();
    const list = this.#frames.at(-1);
    const part = this.#tree.begin(element);
    if (element === "li" && list?.type === "DASH") part.number = "—";
    this.#push(name, "part");
  }

  #line(): void {
    if (this.#tree.line(this.#prefix)) this.#prefix = "";
  }

  /** A number in front of an item, a paragraph or a recital is that part's; in a quotation or a heading it begins its line. */
  #number(): void {
    if (this.#isIn("NOTE")) return void this.#tree.say(" ");
    const written = this.#tree.take();
    const part = this.#tree.innermost;
    const isOwn = part && ["lid", "li", "overweging"].includes(part.element) && part.number === "";
    if (isOwn && part.inside.length === 0 && !this.#isIn("QUOT.S")) part.number = written;
    else if (this.#isIn("TI", "STI")) this.#tree.say(`${written} `);
    else this.#prefix = written;
  }

  #heading(): void {
    const part = this.#tree.innermost;
    const isOwn = part && ["divisie", "artikel", "bijlage"].includes(part.element) && part.inside.length < insideMax;
    if (!isOwn || this.#isIn("QUOT.S", "NOTE")) return void this.#line();
    const words = this.#tree.take();
    // A title in paragraphs has made lines of them already; they are its heading where nothing else stands there yet.
    const lines = part.inside.filter((each) => typeof each === "string");
    part.inside.splice(0, part.inside.length, ...part.inside.filter((each) => typeof each !== "string"));
    part.heading.push(...lines, ...(words ? [words] : []));
  }
}

/** The character of a code point in hexadecimal; "" for what is none. */
const character = (code: string): string => {
  const point = /^[0-9A-F]{1,6}$/i.test(code) ? Number.parseInt(code, 16) : 0;
  const isCharacter = point >= 0x20 && point <= 0x10_ffff && !(point >= 0xd800 && point <= 0xdfff);
  return isCharacter ? String.fromCodePoint(point) : "";
};
