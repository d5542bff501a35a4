import { Voice } from "../../../gen/pincite/span/v1/span_pb.ts";
import type { BodyLine } from "./body-line.ts";
import { endingAt } from "./mail-ending.ts";
import { type ReplyHeader, replyHeaderAt } from "./reply-header.ts";

/** A run of lines spoken by one voice: lines `from` (inclusive) to `to` (exclusive). */
export interface LineSegment {
  readonly from: number;
  readonly to: number;
  readonly voice: Voice;
  readonly speaker: string;
  readonly depth: number;
  readonly dateText: string;
}

interface Speaker {
  readonly speaker: string;
  readonly dateText: string;
  readonly voice: Voice;
}

/** A lone `--` is a signature only near the end: more lines than this below it, and it is a divider. */
const signatureLinesMax = 12;

/**
 * Splits a body into who speaks where: by `>` depth, by the reply headers of mail programs (the header's own lines open
 * the quoted part), and by the signature separator. A first cut that errs towards "somebody else": what is wrongly marked
 * as quoted costs a warning, what is wrongly marked as the author's own would put words in a mouth.
 */
export const replySegments = (lines: readonly BodyLine[], author: string, subjectForwards: boolean): LineSegment[] => {
  const state = new ReplyState(author, subjectForwards);
  const segments: LineSegment[] = [];
  for (let i = 0; i < lines.length; ) {
    const line = lines[i] as BodyLine;
    const last = segments.at(-1);
    if (last && line.text.trim() === "") {
      // An empty line says nothing: it belongs to whoever spoke, whatever marks it has or lacks.
      segments[segments.length - 1] = { ...last, to: ++i };
      continue;
    }
    const header = replyHeaderAt(lines, i);
    const taken = header?.lineCount ?? 1;
    if (header) state.enter(line.depth, header, marksFollow(lines, i + taken, line.depth));
    else state.step(lines, i);
    append(segments, i, i + taken, state.speaking(line.depth));
    if (header) state.afterHeader();
    else state.afterLine(line.depth);
    i += taken;
  }
  return segments;
};

class ReplyState {
  /** Reply headers passed at each mark depth: what follows them is one deeper for each. */
  #passed: number[] = [];
  readonly #speakers = new Map<number, Speaker>();
  /** How the message that is being read ends, from the line before on. */
  #ending: { readonly depth: number; readonly voice: Voice } | undefined;
  /** An ending that begins below the line: the closing itself is still said by its author. */
  #endingBelow: Voice | undefined;
  /** An attribution whose words follow without marks deepens only what comes after its own lines. */
  #pending: { depth: number } | undefined;
  readonly #author: string;
  readonly #subjectForwards: boolean;

  constructor(author: string, subjectForwards: boolean) {
    this.#author = author;
    this.#subjectForwards = subjectForwards;
  }

  enter(depth: number, header: ReplyHeader, marksBelow: boolean): void {
    this.#rise(depth);
    this.#ending = undefined;
    const forwarded = header.forwarded || (!header.attribution && this.#subjectForwards);
    const told = forwarded ? Voice.FORWARDED : Voice.QUOTED;
    // Unsure is unknown: neither the author's word nor surely somebody else's.
    const voice = header.unsure === true && !marksBelow ? Voice.UNSPECIFIED : told;
    this.#speakers.set(this.#total(depth) + 1, { speaker: header.speaker, dateText: header.dateText, voice });
    if (!header.attribution) this.#deepen(depth);
    else if (!marksBelow) this.#pending = { depth };
  }

  afterHeader(): void {
    if (this.#pending) this.#deepen(this.#pending.depth);
    this.#pending = undefined;
  }

  /** The line that parts off a signature outranks what a closing or a disclaimer looks like. */
  step(lines: readonly BodyLine[], at: number): void {
    const { text, depth } = lines[at] as BodyLine;
    this.#rise(depth);
    if (this.#ending && this.#ending.depth !== depth) this.#ending = undefined;
    if (text === "-- " || (text === "--" && linesLeft(lines, at) <= signatureLinesMax))
      this.#ending = { depth, voice: Voice.SIGNATURE };
    if (this.#ending?.voice === Voice.DISCLAIMER) return;
    const ending = endingAt(lines, at);
    if (ending === undefined || ending.voice === this.#ending?.voice) return;
    if (ending.includesLine) this.#ending = { depth, voice: ending.voice };
    else this.#endingBelow = ending.voice;
  }

  afterLine(depth: number): void {
    if (this.#endingBelow !== undefined) this.#ending = { depth, voice: this.#endingBelow };
    this.#endingBelow = undefined;
  }

  speaking(depth: number): Omit<LineSegment, "from" | "to"> {
    const total = this.#total(depth);
    const known = this.#speakers.get(total);
    const voice = total === 0 ? Voice.AUTHOR : (known?.voice ?? Voice.QUOTED);
    const speaker = total === 0 ? this.#author : (known?.speaker ?? "");
    return {
      voice: this.#ending?.depth === depth ? this.#ending.voice : voice,
      speaker,
      depth: total,
      dateText: total === 0 ? "" : (known?.dateText ?? ""),
    };
  }

  /** Back to fewer marks: headers that were passed deeper inside no longer count. */
  #rise(depth: number): void {
    if (this.#passed.length > depth + 1) this.#passed.length = depth + 1;
  }

  #deepen(depth: number): void {
    this.#passed[depth] = (this.#passed[depth] ?? 0) + 1;
  }

  #total(depth: number): number {
    let total = depth;
    for (let i = 0; i <= depth; i++) total += this.#passed[i] ?? 0;
    return total;
  }
}

/** Whether the next line that says something is quoted deeper than `depth`. */
const marksFollow = (lines: readonly BodyLine[], from: number, depth: number): boolean => {
  for (let i = from; i < lines.length; i++) {
    const line = lines[i] as BodyLine;
    if (line.depth > depth) return true;
    if (line.text.trim() !== "") return false;
  }
  return false;
};

/** Lines from `at` to the end of its stretch of equal depth. */
const linesLeft = (lines: readonly BodyLine[], at: number): number => {
  let end = at;
  while (end < lines.length && lines[end]?.depth === lines[at]?.depth && end - at <= signatureLinesMax) end++;
  return end - at - 1;
};

const append = (segments: LineSegment[], from: number, to: number, spoken: Omit<LineSegment, "from" | "to">): void => {
  const last = segments.at(-1);
  const same =
    last &&
    last.voice === spoken.voice &&
    last.speaker === spoken.speaker &&
    last.depth === spoken.depth &&
    last.dateText === spoken.dateText;
  if (same) segments[segments.length - 1] = { ...last, to };
  else segments.push({ from, to, ...spoken });
};
