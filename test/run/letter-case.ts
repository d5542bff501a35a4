import { create } from "@bufbuild/protobuf";
import { type EvidenceCandidate, EvidenceCandidateSchema } from "../../gen/pincite/evidence/v1/evidence_pb.ts";
import type { AnsweredText } from "../../gen/pincite/memo/v1/letter_pb.ts";
import { CanonicalTextSchema } from "../../gen/pincite/span/v1/canonical_text_pb.ts";
import { Voice } from "../../gen/pincite/span/v1/span_pb.ts";
import { sha256 } from "../../src/sha256.ts";
import { answeredTextOf } from "../../src/span/answered-text.ts";
import { chunkText } from "../../src/span/chunk.ts";
import { openSource, type SpanSource } from "../../src/span/source.ts";

export const letterUid = "ab".repeat(32);

/** What the employer writes, and below it what it quotes. */
export const written = [
  "Datum: 5 december 2025",
  "Ons kenmerk: PZ/2025/0417",
  "",
  "Geachte mevrouw Zandstra,",
  "",
  "Uw opleiding is nooit toegezegd. U hebt de kosten zelf gemaakt.",
  "Wilt u dit vóór 19 december 2025 bevestigen?",
  "",
  "Hoogachtend,",
  "Piet Verzonnen",
].join("\n");
export const quoted = "De opleiding wordt betaald.";

/** A made-up letter that quotes an older message. */
export const letterSource = (own = written, docUid = letterUid): SpanSource => {
  const text = `${own}\n${quoted}`;
  const length = [...own].length;
  return openSource(
    create(CanonicalTextSchema, {
      text,
      docUid,
      chunks: chunkText(docUid, text, [length + 1]),
      segments: [
        { startChar: 0, endChar: length, voice: Voice.AUTHOR, speaker: "Piet Verzonnen" },
        { startChar: length + 1, endChar: [...text].length, voice: Voice.QUOTED, speaker: "Z. Zandstra", depth: 1 },
      ],
    }),
    sha256,
  );
};

export const letterText = (own = written, docUid = letterUid): AnsweredText =>
  answeredTextOf(letterSource(own, docUid));

export const letterPin = (docUid = letterUid): EvidenceCandidate =>
  create(EvidenceCandidateSchema, { evidenceId: `vault:${docUid}`, docType: "pdf", title: "Brief" });

/** The locator of words of the letter. */
export const at = (exactQuote: string) => ({ docUid: letterUid, exactQuote });
