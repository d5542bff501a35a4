import { digestOf, type Sha256 } from "#kit/digest.ts";
import type { CanonicalText } from "../../gen/pincite/span/v1/canonical_text_pb.ts";
import { DomainError } from "../error.ts";
import { worded } from "../messages/said.ts";
import { CodePointIndex } from "./code-points.ts";
import { type FoldedText, foldText } from "./fold.ts";
import { type OutlineLine, outlineOf } from "./outline.ts";
import { Structure } from "./structure.ts";

/** One document opened for resolving. Its costly parts are computed only once, when they are first asked for. */
export interface SpanSource {
  readonly canonical: CanonicalText;
  /** The canonical text itself. */
  readonly text: string;
  /** SHA-256 of the text's UTF-8 bytes, 64 lower-case hexadecimal digits. */
  readonly digest: string;
  readonly codePoints: CodePointIndex;
  /** The text after the declared folding, with the way back to the original text. */
  readonly folded: FoldedText;
  /** True when the text is folded already: one search then finds exact and folded places; else an exact search goes first. */
  readonly isFolded: boolean;
  readonly structure: Structure;
  /** Headings and numbered paragraphs, in order. */
  readonly outline: readonly OutlineLine[];
}

/** The part of a source that matching needs; an excerpt alone will do. */
export type FoldableText = Pick<SpanSource, "text" | "folded" | "codePoints"> & { readonly isFolded?: boolean };

const encoder = new TextEncoder();

/** SHA-256 of a string's UTF-8 bytes as 64 lower-case hexadecimal digits. */
export const textDigest = (text: string, sha256: Sha256): string => digestOf(encoder.encode(text), sha256);

class OpenedSource implements SpanSource {
  readonly canonical: CanonicalText;
  readonly text: string;
  readonly digest: string;
  readonly codePoints: CodePointIndex;
  #folded: FoldedText | undefined;
  #structure: Structure | undefined;
  #outline: readonly OutlineLine[] | undefined;

  constructor(canonical: CanonicalText, digest: string) {
    this.canonical = canonical;
    this.text = canonical.text;
    this.digest = digest;
    this.codePoints = new CodePointIndex(canonical.text);
  }

  get folded(): FoldedText {
    this.#folded ??= foldText(this.text);
    return this.#folded;
  }

  get isFolded(): boolean {
    return this.#folded !== undefined;
  }

  get structure(): Structure {
    this.#structure ??= new Structure(this.canonical);
    return this.#structure;
  }

  get outline(): readonly OutlineLine[] {
    const repeated = this.canonical.units.filter(({ flags }) => flags.includes("repeated"));
    this.#outline ??= outlineOf(
      this.text,
      repeated.map(({ startChar, endChar }) => ({
        start: this.codePoints.toUtf16(startChar),
        end: this.codePoints.toUtf16(endChar),
      })),
    );
    return this.#outline;
  }
}

/**
 * Opens a canonical text for resolving. Keep the result for as long as quotes of the document are asked for: folding
 * costs some milliseconds a megabyte and is done once.
 *
 * Errors: `DATA_LOSS` when the text has a lone surrogate or a range reaches past its end, since offsets into such a text
 * mean nothing and its digest would be of other characters.
 */
export const openSource = (canonical: CanonicalText, sha256: Sha256): SpanSource => {
  return opened(canonical, () => textDigest(canonical.text, sha256));
};

/**
 * Opens the beginning of a text, of whose whole the digest is known: offsets count from the same character, so what is found
 * in it stands in the whole. Errors: as openSource.
 */
export const openBeginning = (canonical: CanonicalText, digest: string): SpanSource => opened(canonical, () => digest);

const opened = (canonical: CanonicalText, digest: () => string): SpanSource => {
  if (!canonical.text.isWellFormed()) throw unusable("its text is not valid Unicode");
  const source = new OpenedSource(canonical, digest());
  for (const { startChar, endChar } of canonical.speakersSet)
    if (startChar >= endChar || endChar > source.codePoints.length) throw unusable("a range reaches past its text");
  const ranges = [canonical.chunks, canonical.pages, canonical.segments, canonical.units];
  for (const list of ranges) {
    let before = 0;
    for (const { startChar, endChar } of list) {
      if (startChar > endChar || endChar > source.codePoints.length) throw unusable("a range reaches past its text");
      if (startChar < before) throw unusable("its ranges are out of order");
      before = startChar;
    }
  }
  return source;
};

const unusable = (why: string): DomainError =>
  new DomainError("DATA_LOSS", worded("source-error.the-canonical-text-cannot-be-quoted-from", { why }), { why });
