import { create } from "@bufbuild/protobuf";
import { type Segment, SegmentSchema, type Unit, UnitSchema } from "../../../gen/pincite/span/v1/canonical_text_pb.ts";
import type { Voice } from "../../../gen/pincite/span/v1/span_pb.ts";
import { codePointLength } from "../../span/code-points.ts";

/** What is told of a unit when it begins. */
export interface BegunUnit {
  readonly element: string;
  readonly path: string;
  readonly label: string;
  readonly number?: string;
}

/** The text of a ruling under construction: lines, with the units and the voices that cover them. Units nest. */
export class RulingText {
  readonly units: Unit[] = [];
  readonly segments: Segment[] = [];
  readonly #lines: string[] = [];
  readonly #open: Unit[] = [];
  readonly #paths = new Map<string, number>();
  #length = 0;

  /** The lines so far, one below the other. */
  toString(): string {
    return this.#lines.join("\n");
  }

  /** Begins a unit with the next line. A path that was given before is told apart by its rank. */
  begin({ element, path, label, number = "" }: BegunUnit): void {
    const times = (this.#paths.get(path) ?? 0) + 1;
    this.#paths.set(path, times);
    const unit = create(UnitSchema, {
      path: times === 1 ? path : `${path}~${times}`,
      label,
      element,
      number,
      quotable: true,
      parentPath: this.#open.at(-1)?.path ?? "",
    });
    unit.startChar = unit.quotableStartChar = unit.endChar = this.#next();
    this.units.push(unit);
    this.#open.push(unit);
  }

  /** Ends the innermost unit; one without a line is empty and stands where the text ends. */
  end(): void {
    const unit = this.#open.pop();
    if (!unit) return;
    if (unit.startChar > this.#length) unit.startChar = unit.quotableStartChar = this.#length;
    unit.endChar = this.#length;
    unit.quotableStartChar = Math.min(unit.quotableStartChar, unit.endChar);
  }

  /** Writes a line. `skip` code points at its beginning are the number of the unit that begins here, and no words of it. */
  write(line: string, voice: Voice, skip = 0): void {
    const start = this.#next();
    const innermost = this.#open.at(-1);
    if (innermost && skip > 0 && innermost.startChar === start) innermost.quotableStartChar = start + skip;
    this.#lines.push(line);
    this.#length = start + codePointLength(line);
    const last = this.segments.at(-1);
    if (last) last.endChar = last.voice === voice ? this.#length : start;
    if (last?.voice !== voice)
      this.segments.push(create(SegmentSchema, { startChar: start, endChar: this.#length, voice }));
  }

  /** Marks the innermost unit: something of it is not in the text. */
  flag(name: string): void {
    const innermost = this.#open.at(-1);
    if (innermost && !innermost.flags.includes(name)) innermost.flags.push(name);
  }

  #next(): number {
    return this.#length + (this.#lines.length > 0 ? 1 : 0);
  }
}
