import type { Segment, Unit } from "../../../gen/pincite/span/v1/canonical_text_pb.ts";
import type { SourceClaim } from "./reading.ts";

/** What the record of a ruling says about it; lists are in order of the source. */
export interface RulingMetadata {
  readonly court: string;
  /** ISO day; "" where the source has none. */
  readonly decidedOn: string;
  readonly kind: string;
  readonly title: string;
  readonly caseNumbers: readonly string[];
  readonly subjects: readonly string[];
  readonly reporters: readonly string[];
  /** Older number; "" where it has none. */
  readonly ljn: string;
}

/** One ruling as it was read from one file. `units` and `segments` count in code points of `text`. */
export interface RulingReading {
  /** What it is kept under: an ECLI, or the id of a neutral citation. */
  readonly id: string;
  /** What names it at the least, as lawyers cite it. */
  readonly citation: string;
  readonly metadata: RulingMetadata;
  readonly text: string;
  readonly units: Unit[];
  readonly segments: Segment[];
  /** How considerations are numbered. */
  readonly form: "sections" | "hybrid" | "flat" | "none";
  /** Only the record was published. */
  readonly withoutText: boolean;
  /** From what it was read where not from its publisher's data; absent: from those. */
  readonly readFrom?: "page" | "pdf";
  readonly extractor: string;
  readonly extractorVersion: string;
  readonly unknownElements: ReadonlyMap<string, number>;
}

/** How the courts of a legal system publish and number what they decide. */
export interface RulingSource {
  /** Tells from its beginning whether a file is a ruling in the form of this legal system. */
  readsRuling(head: Uint8Array): boolean;
  /** Reads one file. Throws Refusal, or rejects with it, for a file that it does not take. */
  readRuling(bytes: Uint8Array, claim: SourceClaim): RulingReading | Promise<RulingReading>;
  /** Tells whether the id of a ruling is of this legal system. */
  ownsRuling(id: string): boolean;
  /** Numbers of the parts that are named right behind a ruling which ends at `at`. */
  partsBehind(text: string, at: number): readonly string[];
  /**
   * A part, or with an empty label the whole, as a memo cites it; `isGuessed` where its number was read in the text and does not follow
   * the one before, `readFrom` where it is not its publisher's data that were read, else "".
   */
  partAddress(
    ruling: { readonly id: string; readonly citation: string; readonly readFrom: string },
    label: string,
    isGuessed: boolean,
  ): string;
  /** Returns the page on which a person can read the ruling. */
  rulingPage(id: string): string;
  /** A ruling with a part as it is cited here, for whoever wrote none that can be read. */
  readonly example: string;
}

/** Several of them behind the one port: a file goes to the one that knows its form, a ruling to the one that owns its id. */
export const rulingSourcesOf = (first: RulingSource, ...others: readonly RulingSource[]): RulingSource => {
  const ofId = (id: string) => others.find((each) => each.ownsRuling(id)) ?? first;
  return {
    readsRuling: (head) => [first, ...others].some((each) => each.readsRuling(head)),
    readRuling: (bytes, claim) => (others.find((each) => each.readsRuling(bytes)) ?? first).readRuling(bytes, claim),
    ownsRuling: (id) => [first, ...others].some((each) => each.ownsRuling(id)),
    partsBehind: (text, at) => {
      for (const each of [first, ...others]) {
        const parts = each.partsBehind(text, at);
        if (parts.length > 0) return parts;
      }
      return [];
    },
    partAddress: (ruling, label, isGuessed) => ofId(ruling.id).partAddress(ruling, label, isGuessed),
    rulingPage: (id) => ofId(id).rulingPage(id),
    example: [first, ...others].map((each) => each.example).join(", or "),
  };
};
