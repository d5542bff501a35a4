import { create } from "@bufbuild/protobuf";
import type { Sha256 } from "#kit/digest.ts";
import type { CitationLedger } from "../../../gen/pincite/memo/v1/citation_ledger_pb.ts";
import { type MemoProof, type RedactedText, RedactedTextSchema } from "../../../gen/pincite/proof/v1/memo_proof_pb.ts";
import { CanonicalTextSchema } from "../../../gen/pincite/span/v1/canonical_text_pb.ts";
import { codePointLength } from "../../span/code-points.ts";
import { openBeginning, type SpanSource } from "../../span/source.ts";
import type { CodePointRange } from "../../span/structure.ts";
import { inOrder } from "../memo/artifacts.ts";
import { must } from "../memo/broken.ts";
import { allCited } from "../memo/texts.ts";
import { strictDecode } from "../strict-decode.ts";
import { spansOf, windowsOf } from "./windows.ts";

/** A text is at most so long: what it claims to be is written out, so that its offsets mean what they mean in the whole. */
const lengthMax = 64 * 1024 * 1024;

/** Stands for each character that is kept back; no source has it, since no standard gives it a meaning. */
const keptBack = "\uE000";

/** Opens the texts of a redacted proof: all that its ledger cites and no other, and of each no more than was shown. */
export const openRedactedTexts = (
  { texts }: MemoProof,
  ledger: CitationLedger,
  sha256: Sha256,
): ReadonlyMap<string, SpanSource> => {
  let length = 0;
  const opened = [...inOrder(texts, "text", sha256)].map(([digest, bytes]) => {
    const text = strictDecode(RedactedTextSchema, bytes);
    must(text, `text ${digest} cannot be read`);
    for (const piece of text.pieces) length += piece.lengthChars;
    must(length <= lengthMax, "its texts are longer than anybody can read");
    const shown = shownIn(text);
    const cited = windowsOf(spansOf(ledger, text));
    must(
      JSON.stringify(shown) === JSON.stringify(cited),
      `of the text of ${text.docUid} not what was shown is laid open`,
    );
    return opening(text);
  });
  return allCited(opened, ledger);
};

/** The stretches of a text that are laid open, in order. */
const shownIn = ({ docUid, pieces }: RedactedText): CodePointRange[] => {
  let at = 0;
  let before: string | undefined;
  return pieces.flatMap(({ content, lengthChars }) => {
    const start = at;
    at += lengthChars;
    const wellFormed =
      content.case === "shown" ? codePointLength(content.value) === lengthChars : content.value?.length === 32;
    must(lengthChars > 0 && wellFormed && content.case !== before, `a piece of the text of ${docUid} is none`);
    before = content.case;
    return content.case === "shown" ? [{ start, end: at }] : [];
  });
};

const opening = ({ docUid, sourceDigest, pieces, ...structure }: RedactedText): SpanSource => {
  const { segments, units, pages, chunks, speakersSet } = structure;
  const text = pieces
    .map(({ content, lengthChars }) => (content.case === "shown" ? content.value : keptBack.repeat(lengthChars)))
    .join("");
  return openBeginning(
    create(CanonicalTextSchema, { text, docUid, segments, units, pages, chunks, speakersSet }),
    sourceDigest,
  );
};
