import { Voice } from "../../../gen/pincite/span/v1/span_pb.ts";
import { cleanText, oneLine } from "../mail/clean-text.ts";
import type { TextMark, TextSegment } from "../reader/port.ts";
import { TextWriter } from "../reader/text-writer.ts";
import { areBlank, type Line, writeLines } from "./lines.ts";
import { unseen } from "./marks.ts";

/** A slide as its audience finds it, with what its speaker wrote below. */
export interface Slide {
  /** From 1, in the order of the presentation, hidden ones counted. */
  readonly number: number;
  /** Left out when the presentation is shown. */
  readonly isUnseen: boolean;
  readonly lines: readonly Line[];
  readonly notes: readonly Line[];
  readonly remarks: readonly SlideRemark[];
}

/** A remark that somebody hung on a slide. */
export interface SlideRemark {
  readonly author: string;
  /** As the file writes it; empty where it does not. */
  readonly dateText: string;
  readonly lines: readonly Line[];
}

/** Slides as a text: each slide, its notes and each remark is a block of its own, behind an empty line, and a place. */
export const slidesText = (
  slides: readonly Slide[],
): { text: string; segments: TextSegment[]; marks: TextMark[]; hasUnseen: boolean } => {
  const out = new TextWriter();
  const segments: TextSegment[] = [];
  const marks: TextMark[] = [];
  const block = (
    lines: readonly Line[],
    mark: Pick<TextMark, "element" | "number" | "label">,
    said: Pick<TextSegment, "voice" | "speaker" | "dateText">,
    isUnseen: boolean,
  ): void => {
    if (areBlank(lines)) return;
    out.part();
    const start = out.at;
    const inner = writeLines(lines, out);
    const place = { start, end: out.at };
    marks.push({ ...place, ...mark, flags: mark.element === "comment" ? ["comment"] : [] });
    if (isUnseen) marks.push({ ...place, ...unseen, number: "", label: `${mark.label}, ${unseen.label}` });
    for (const one of inner) marks.push({ ...one, label: `${mark.label}, ${one.label}` });
    segments.push({ ...place, depth: said.voice === Voice.QUOTED ? 1 : 0, ...said });
  };
  const author = { voice: Voice.AUTHOR, speaker: "", dateText: "" };
  for (const { number, isUnseen, lines, notes, remarks } of slides) {
    const label = `slide ${number}`;
    block(lines, { element: "slide", number: String(number), label }, author, isUnseen);
    block(notes, { element: "slide-notes", number: String(number), label: `${label}, notes` }, author, false);
    for (const remark of remarks) {
      const speaker = oneLine(remark.author, 200);
      const by = speaker === "" ? "comment" : `comment by ${speaker}`;
      const said = { voice: Voice.QUOTED, speaker, dateText: cleanText(remark.dateText).slice(0, 100) };
      block(remark.lines, { element: "comment", number: String(number), label: `${label}, ${by}` }, said, false);
    }
  }
  return { text: out.text, segments, marks, hasUnseen: marks.some(({ element }) => element === "unseen") };
};
