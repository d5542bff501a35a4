import { create } from "@bufbuild/protobuf";
import {
  type Segment,
  SegmentSchema,
  type Unit,
  UnitSchema,
} from "../../../../gen/pincite/span/v1/canonical_text_pb.ts";
import { Voice } from "../../../../gen/pincite/span/v1/span_pb.ts";
import { codePointLength } from "../../../span/code-points.ts";
import { Quotation } from "../../text/quotation.ts";
import type { RulingEvent } from "./blocks.ts";
import { chooseNumbers, keyOf, type Opening, runOnOf } from "./choose-numbers.ts";
import { isInside, type Numbers, numberOfLine, numberOfMarkup } from "./numbering.ts";
import { announcesQuote, voiceOfHeading, voiceOfParagraph } from "./voices.ts";

/** The text of a ruling with its units and voices. */
export interface ComposedRuling {
  readonly text: string;
  readonly units: Unit[];
  readonly segments: Segment[];
  readonly form: "sections" | "hybrid" | "flat" | "none";
}

type Block = Extract<RulingEvent, { readonly type: "block" }>;

/** So much of a line may be its heading. */
const headingMax = 200;

interface OpenUnit {
  readonly unit: Unit;
  readonly numbers: Numbers | undefined;
  /** The border at whose end the unit ends at the latest. */
  readonly depth: number;
}

/** Puts the lines of a ruling together and gives every consideration its address, in whichever of the three shapes it is numbered. */
export const composeRuling = (events: readonly RulingEvent[], kind: "ruling" | "opinion"): ComposedRuling =>
  new Composer(kind).compose(events);

class Composer {
  readonly #lines: string[] = [];
  readonly #units: Unit[] = [];
  readonly #segments: Segment[] = [];
  readonly #open: OpenUnit[] = [];
  readonly #paths = new Map<string, number>();
  readonly #quotation = new Quotation();
  #openings: ReadonlyMap<string, Opening> = new Map();
  readonly #word: string;
  readonly #own: Voice;
  #voice: Voice;
  #length = 0;
  #depth = 0;
  #at = 0;
  #lastLine = "";
  #quotedDepth = 0;
  #markup = 0;
  #read = 0;
  #sections = 0;
  #notes = 0;

  constructor(kind: "ruling" | "opinion") {
    this.#word = kind === "ruling" ? "r.o." : "par.";
    // An opinion is its author's, not the court's.
    this.#own = kind === "ruling" ? Voice.COURT : Voice.AUTHOR;
    this.#voice = this.#own;
  }

  compose(events: readonly RulingEvent[]): ComposedRuling {
    this.#openings = chooseNumbers(events);
    for (const [at, event] of events.entries()) {
      this.#at = at;
      if (event.type === "block") this.#block(event);
      else if (event.type === "open") this.#enter(event.what);
      else this.#leave(event.what);
    }
    this.#closeTo(0);
    const form = this.#markup > 0 ? (this.#read > 0 ? "hybrid" : "sections") : this.#read > 0 ? "flat" : "none";
    return { text: this.#lines.join("\n"), units: this.#units, segments: this.#segments, form };
  }

  #enter(what: string): void {
    this.#depth++;
    if (what === "summary")
      this.#begin({ element: "inhoudsindicatie", path: "/Inhoudsindicatie", label: "inhoudsindicatie" });
    if (what === "info") this.#begin({ element: "kop", path: "/Kop", label: "kop" });
    if (what === "section") this.#voice = this.#own;
    if (what === "parablock" && this.#quotedDepth === 0 && announcesQuote.test(this.#lastLine))
      this.#quotedDepth = this.#depth;
  }

  #leave(what: string): void {
    // A number that was read in the text may begin inside a group and go on after it.
    const isBorder = what === "section" || what === "summary" || what === "info";
    this.#depth--;
    if (isBorder) this.#closeTo(this.#depth + 1);
    if (this.#depth < this.#quotedDepth) this.#quotedDepth = 0;
    if (isBorder) this.#voice = this.#own;
  }

  #block(block: Block): void {
    if (block.kind === "note") this.#note(block.number, block.lines.join(" "));
    else if (block.kind === "title") this.#title(block.number, numberOfMarkup(block.number), block.lines.join(" "));
    else this.#paragraph(block);
    const innermost = this.#open.at(-1)?.unit;
    if (block.isRead && innermost && !innermost.flags.includes("joined")) innermost.flags.push("joined");
    this.#quotation.read(block.lines.join(" "));
    this.#lastLine = block.lines.at(-1) ?? "";
  }

  #paragraph({ number, lines }: Block): void {
    const [first = "", ...rest] = lines;
    const numbers = numberOfMarkup(number);
    if (numbers) {
      this.#markup++;
      this.#quotation.reset();
      this.#openNumber("paragroup", numbers, this.#openings.get(keyOf(this.#at, 0)) ?? "guessed");
      this.#write(`${number} ${first}`.trimEnd(), codePointLength(number) + 1);
    } else this.#line(number ? `${number} ${first}` : first, 0);
    rest.forEach((line, rank) => {
      this.#line(line, rank + 1);
    });
  }

  #title(written: string, numbers: Numbers | undefined, words: string): void {
    this.#sections++;
    if (numbers) {
      this.#markup++;
      this.#openNumber("section", numbers, this.#openings.get(keyOf(this.#at, 0)) ?? "guessed");
    } else
      this.#begin({ element: "section", path: this.#unique(`/Sectie${this.#sections}`), label: words.slice(0, 80) });
    const line = [written, words].filter(Boolean).join(" ");
    this.#voice = this.#voiceUnder(words);
    this.#write(line, codePointLength(line) + 1);
  }

  /** Who speaks under a heading: a party, or whoever wrote the document. */
  #voiceUnder(heading: string): Voice {
    return voiceOfHeading(heading) === Voice.PARTY ? Voice.PARTY : this.#own;
  }

  /** One line of the body: a consideration may begin here. */
  #line(line: string, rank: number): void {
    const opening = this.#openings.get(keyOf(this.#at, rank));
    const found = opening && numberOfLine(line);
    if (!found) {
      this.#write(line, 0);
      return;
    }
    this.#read++;
    if (found.numbers.length === 1) this.#voice = this.#voiceUnder(line.slice(0, headingMax));
    this.#openNumber("overweging", found.numbers, opening);
    const skip = codePointLength(line.slice(0, found.end));
    const runOn = this.#openings.get(keyOf(this.#at, rank, true));
    const inner = runOn && runOnOf(line, found.text);
    if (!inner) {
      this.#write(line, skip);
      return;
    }
    this.#write(line.slice(0, inner.at).trimEnd(), skip);
    this.#openNumber("overweging", [...found.numbers, 1], runOn);
    this.#write(line.slice(inner.at), codePointLength(inner.text));
  }

  #openNumber(element: string, numbers: Numbers, opening: Opening): void {
    while (this.#open.length > 0) {
      const top = this.#open.at(-1) as OpenUnit;
      if (!top.numbers ? top.unit.element === "section" : isInside(numbers, top.numbers)) break;
      this.#close();
    }
    const number = numbers.join(".");
    const flags = opening === "guessed" ? ["guessed"] : [];
    this.#begin({
      element,
      path: this.#unique(this.#pathOf(numbers)),
      label: `${this.#word} ${number}`,
      number,
      numbers,
      flags,
    });
  }

  /** Inside the consideration around it, so that `/Overweging3/4` holds `/Overweging3/4/2` as r.o. 3.4 holds r.o. 3.4.2. */
  #pathOf(numbers: Numbers): string {
    const around = this.#open.at(-1);
    if (!around?.numbers) return `/Overweging${numbers.join("/")}`;
    return `${around.unit.path}/${numbers.slice(around.numbers.length).join("/")}`;
  }

  #begin(about: {
    readonly element: string;
    readonly path: string;
    readonly label: string;
    readonly number?: string;
    readonly numbers?: Numbers;
    readonly flags?: string[];
  }): void {
    const isSummary = about.element === "inhoudsindicatie";
    const unit = create(UnitSchema, {
      path: about.path,
      label: about.label,
      element: about.element,
      number: about.number ?? "",
      quotable: !isSummary,
      flags: isSummary ? ["editorial"] : (about.flags ?? []),
      parentPath: this.#open.at(-1)?.unit.path ?? "",
    });
    unit.startChar = unit.quotableStartChar = unit.endChar = this.#next();
    this.#units.push(unit);
    this.#open.push({ unit, numbers: about.numbers, depth: this.#depth });
  }

  /** Where the next line will begin. */
  #next(): number {
    return this.#length + (this.#lines.length > 0 ? 1 : 0);
  }

  #close(): void {
    const open = this.#open.pop();
    if (!open) return;
    const { unit } = open;
    unit.endChar = Math.max(unit.startChar, this.#length);
    if (unit.startChar > this.#length) unit.startChar = unit.endChar = this.#length;
    unit.quotableStartChar = Math.min(Math.max(unit.startChar, unit.quotableStartChar), unit.endChar);
  }

  #closeTo(depth: number): void {
    while ((this.#open.at(-1)?.depth ?? -1) >= depth) this.#close();
  }

  /** Writes a line; `skip` code points at its beginning are the number or heading of the unit that begins here. */
  #write(line: string, skip: number): void {
    const start = this.#next();
    const innermost = this.#open.at(-1)?.unit;
    if (innermost && skip > 0 && innermost.startChar === start) innermost.quotableStartChar = start + skip;
    if (line.includes("[afbeelding]") && innermost && !innermost.flags.includes("incomplete"))
      innermost.flags.push("incomplete");
    this.#lines.push(line);
    this.#length = start + codePointLength(line);
    const words = line.slice(skip);
    const isQuoted = this.#quotedDepth > 0 || this.#quotation.isInside(words);
    const isSummary = this.#open.some(({ unit }) => unit.element === "inhoudsindicatie");
    this.#speak(start, isSummary ? Voice.EDITOR : voiceOfParagraph(words, this.#voice, isQuoted));
  }

  #speak(start: number, voice: Voice): void {
    const last = this.#segments.at(-1);
    if (last?.voice === voice) last.endChar = this.#length;
    else {
      if (last) last.endChar = start;
      this.#segments.push(create(SegmentSchema, { startChar: start, endChar: this.#length, voice }));
    }
  }

  /** A footnote: a unit of its own, beside what it is a note to. */
  #note(label: string, words: string): void {
    const number = label || String(++this.#notes);
    this.#begin({
      element: "noot",
      path: this.#unique(`/Noot${number.replace(/[\s/#]/g, "")}`),
      label: `noot ${number}`,
      number,
    });
    this.#write(label ? `${label} ${words}` : words, label ? codePointLength(label) + 1 : 0);
    this.#close();
  }

  #unique(path: string): string {
    const times = (this.#paths.get(path) ?? 0) + 1;
    this.#paths.set(path, times);
    return times === 1 ? path : `${path}~${times}`;
  }
}
