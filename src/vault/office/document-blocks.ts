import { Voice } from "../../../gen/pincite/span/v1/span_pb.ts";
import { cleanText } from "../mail/clean-text.ts";
import type { TextMark, TextSegment } from "../reader/port.ts";
import { TextWriter } from "../reader/text-writer.ts";

/** A part of a document whose paragraphs were walked. */
export interface WalkedPart {
  /** Whether words that are not shown were left out of it. */
  readonly hidden: boolean;
  readonly isBlank: boolean;
  /** Writes it and tells what is marked in it. */
  write(out: TextWriter): TextMark[];
}

/** A document put together. */
export interface WrittenBlocks {
  readonly text: string;
  readonly segments: readonly TextSegment[];
  readonly marks: readonly TextMark[];
  readonly hidden: boolean;
}

type Spoken = Pick<TextSegment, "voice" | "speaker" | "dateText">;
type BlockMark = Pick<TextMark, "element" | "number" | "label" | "flags">;

const author: Spoken = { voice: Voice.AUTHOR, speaker: "", dateText: "" };

/** Puts the parts of a document together, each block with its segment and mark. */
export class DocumentBlocks {
  readonly #out = new TextWriter();
  readonly #segments: TextSegment[] = [];
  readonly #marks: TextMark[] = [];
  readonly #edges = new Set<string>();
  #hidden = false;

  body(part: WalkedPart): void {
    this.#add(part, author);
  }

  /** A footnote or endnote. */
  note(part: WalkedPart, element: string, number: string): void {
    this.#add(part, author, { element, number, label: `${element} ${number}`, flags: [] });
  }

  comment(part: WalkedPart, by: { readonly author: string; readonly dateText: string; readonly number: string }): void {
    const speaker = cleanText(by.author).slice(0, 200);
    const label = speaker === "" ? "comment" : `comment by ${speaker}`;
    const dateText = cleanText(by.dateText).slice(0, 100);
    const mark = { element: "comment", number: by.number, label, flags: ["comment"] };
    this.#add(part, { voice: Voice.QUOTED, speaker, dateText }, mark);
  }

  /** A page's header or footer, each wording once. */
  edge(part: WalkedPart, element: string): void {
    const alone = new TextWriter();
    part.write(alone);
    if (this.#edges.has(alone.text)) return;
    this.#edges.add(alone.text);
    this.#add(part, author, { element, number: "", label: `page ${element}`, flags: ["repeated"] });
  }

  finish(): WrittenBlocks {
    return { text: this.#out.text, segments: this.#segments, marks: this.#marks, hidden: this.#hidden };
  }

  #add(part: WalkedPart, spoken: Spoken, mark?: BlockMark): void {
    this.#hidden ||= part.hidden;
    if (part.isBlank) return;
    this.#out.part();
    const start = this.#out.at;
    const inner = part.write(this.#out);
    const place = { start, end: this.#out.at };
    if (mark !== undefined) this.#marks.push({ ...place, ...mark });
    for (const one of inner) this.#marks.push(one);
    this.#segments.push({ ...place, depth: spoken.voice === Voice.QUOTED ? 1 : 0, ...spoken });
  }
}
