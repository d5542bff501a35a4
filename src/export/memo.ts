import type { EvidenceSet } from "../../gen/pincite/evidence/v1/evidence_pb.ts";
import type { CitationLedger } from "../../gen/pincite/memo/v1/citation_ledger_pb.ts";
import type { DraftText } from "../../gen/pincite/memo/v1/draft_text_pb.ts";
import type { Demand } from "../../gen/pincite/memo/v1/intent_pb.ts";
import type { MemoFrame } from "../../gen/pincite/memo/v1/letter_pb.ts";
import type { FrameLine } from "../../gen/pincite/memo/v1/workflow_profile_pb.ts";
import { isLetterFrame } from "./letter-order.ts";
import type { Original } from "./original.ts";

/** Everything an export writes down. The same memo gives the same bytes. */
export interface Memo {
  readonly draft: DraftText;
  /** The ledger the draft cites. */
  readonly ledger: CitationLedger;
  /** What stands around the text of a letter; absent: nobody said. */
  readonly frame?: MemoFrame;
  /** Where the sheet stands that tells how to check it; absent: nowhere. */
  readonly provenance?: "behind" | "alone";
  /** The part of the letter that each claim answers, by claim_id; absent: the memo answers none. */
  readonly answers?: ReadonlyMap<string, string>;
  /** What the author wants, as the intent says; absent: nothing. */
  readonly demands?: readonly Demand[];
  /**
   * The title of an exhibit without words that the memo must not say; absent: there are none. Handed in, because a page that names people as
   * exhibits do reads no words.
   */
  readonly titleToSay?: (title: string) => string;
  /** Who will read it, as the intent says. */
  readonly audience: string;
  /** Whether that reader may be told of somebody's health; absent: not. */
  readonly mayHoldHealth?: boolean;
  /** Lines above the text that only this kind of memo has, with their labels; absent: none. */
  readonly frameLines?: readonly FrameLine[];
  /** Where titles, dates and people of the exhibits come from. */
  readonly evidence: EvidenceSet;
  /** What lets a reader check it. */
  readonly proof: {
    readonly runId: string;
    /** SHA-256 of the stored DraftText, 64 hex. */
    readonly draftDigest: string;
    /** SHA-256 of the stored CitationLedger, 64 hex. */
    readonly ledgerDigest: string;
    /** Where the run's journal stood: number of the last event and hash, as RunContext.version tells it. */
    readonly checkpoint: string;
    /** Version of the rules in force, and the digest of the register citations are read with, 64 hex; empty: none. */
    readonly rulesVersion: number;
    readonly registerDigest: string;
  };
  /** Receipts by the tool result they are about, `toolres:…` → `receipt:…`; absent: the memo names none. */
  readonly receipts?: ReadonlyMap<string, string>;
  /** Stored bytes of its exhibits by evidence id; absent: no format needs them. */
  readonly originals?: ReadonlyMap<string, Original>;
  /** Numbers of exhibits that go along as an extract; absent: all go whole. */
  readonly extracts?: ReadonlySet<number>;
  /** False: the memo says of itself that it is not final. */
  readonly finalised: boolean;
  /**
   * A law address in full style (`artikel 7:611 BW`) for its short one (`art. 7:611 BW`); absent: short style throughout.
   * Handed in, because reading citations is LawBot's work.
   */
  readonly fullCitation?: (short: string) => string;
}

/** What makes a letter of a memo; undefined: nobody said from whom or to whom it goes. */
export const framed = ({ frame }: Memo): MemoFrame | undefined => (isLetterFrame(frame) ? frame : undefined);
