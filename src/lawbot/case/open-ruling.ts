import { create } from "@bufbuild/protobuf";
import { type Passage, PassageSchema } from "../../../gen/pincite/evidence/v1/evidence_pb.ts";
import { type Ruling, type RulingUnit, RulingUnitSchema } from "../../../gen/pincite/lawbot/v1/case_law_pb.ts";
import type { CanonicalText, Unit } from "../../../gen/pincite/span/v1/canonical_text_pb.ts";
import { sha256 } from "../../sha256.ts";
import { codePointLength } from "../../span/code-points.ts";
import { voiceOf } from "../../span/describe.ts";
import { openSource, type SpanSource } from "../../span/source.ts";
import type { RulingSource } from "../port/ruling-source.ts";

/** Passages of one unit; what is longer is asked for by a query. */
const passagesMax = 20;

/** One ruling, opened: its text ready for spans, its units by path and by number. */
export class OpenRuling {
  readonly ruling: Ruling;
  readonly source: SpanSource;
  readonly #customs: RulingSource;

  constructor(ruling: Ruling, canonical: CanonicalText, customs: RulingSource) {
    this.ruling = ruling;
    this.#customs = customs;
    this.source = openSource(canonical, sha256);
  }

  get units(): readonly Unit[] {
    return this.source.canonical.units;
  }

  unit(path: string): Unit | undefined {
    return this.units.find((unit) => unit.path === path);
  }

  /** Considerations of a number; several where a ruling numbers twice or quotes one that does. */
  numbered(number: string): Unit[] {
    return this.units.filter((unit) => unit.number === number && unit.element !== "noot");
  }

  children(unit: Unit): Unit[] {
    return this.units.filter((each) => each.parentPath === unit.path);
  }

  /**
   * As a memo cites it: `HR 29 januari 2016, ECLI:NL:HR:2016:162, r.o. 3.8`. A number that was read in the text and does
   * not follow the one before it says so, since a reader who opens the ruling may count otherwise; so does a ruling that was read from a page or a PDF.
   */
  address(unit: Unit | undefined): string {
    const { ecli: id, citation, readFrom } = this.ruling;
    if (!unit && readFrom === "") return citation;
    const isGuessed = unit?.flags.includes("guessed") ?? false;
    return this.#customs.partAddress({ id, citation, readFrom }, unit?.label ?? "", isGuessed);
  }

  /** Under what it is found: its address, whatever its number rests on. */
  title(unit: Unit | undefined): string {
    const { ecli: id, citation } = this.ruling;
    return unit ? this.#customs.partAddress({ id, citation, readFrom: "" }, unit.label, false) : citation;
  }

  /** The page on which a person can read it. */
  page(): string {
    return this.#customs.rulingPage(this.ruling.ecli);
  }

  evidenceId(unit: Unit | undefined): string {
    return unit ? `law:${this.ruling.ecli}#${unit.path}` : `law:${this.ruling.ecli}`;
  }

  /** A unit as it is told to callers. */
  encode(unit: Unit): RulingUnit {
    const { path, label, number, startChar, endChar, quotableStartChar, quotable, flags, parentPath } = unit;
    return create(RulingUnitSchema, {
      evidenceId: this.evidenceId(unit),
      address: this.address(unit),
      path,
      label,
      number,
      startChar,
      endChar,
      quotableStartChar,
      quotable,
      flags: [...flags],
      parentPath,
      voice: voiceOf(this.source, { start: quotableStartChar, end: endChar }).voice,
    });
  }

  /** The words of a unit, or of the ruling without its summary, as passages, one for each chunk they touch. */
  passages(unit: Unit | undefined): Passage[] {
    if (unit && !unit.quotable) return [];
    const [start, end] = unit ? [unit.quotableStartChar, unit.endChar] : [0, this.source.codePoints.length];
    return this.source.canonical.chunks
      .filter((chunk) => chunk.startChar < end && start < chunk.endChar)
      .flatMap((chunk) => this.passage(chunk.chunkUid, Math.max(start, chunk.startChar), Math.min(end, chunk.endChar)))
      .slice(0, passagesMax);
  }

  /** A stretch of one chunk as a passage that can be quoted from its first character on; none for an editor's words. */
  passage(chunkUid: string, start: number, end: number): Passage[] {
    const around = this.source.structure.unitAround({ start, end: start + 1 });
    const from = around && start < around.quotableStartChar ? Math.min(end, around.quotableStartChar) : start;
    const text = this.source.codePoints.slice(from, end).trimEnd();
    if (text === "" || around?.quotable === false) return [];
    return [
      create(PassageSchema, {
        docUid: this.ruling.ecli,
        chunkUid,
        startChar: from,
        endChar: from + codePointLength(text),
        text,
        sourceDigest: this.ruling.sourceDigest,
        voice: voiceOf(this.source, { start: from, end }).voice,
        address: this.address(this.source.structure.unitAround({ start: from, end })),
      }),
    ];
  }
}
