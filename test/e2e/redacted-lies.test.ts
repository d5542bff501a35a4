import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { create, fromBinary, toBinary } from "@bufbuild/protobuf";
import { beforeAll, describe, expect, it } from "vitest";
import { type CitationLedger, CitationLedgerSchema } from "../../gen/pincite/memo/v1/citation_ledger_pb.ts";
import { DraftTextSchema } from "../../gen/pincite/memo/v1/draft_text_pb.ts";
import {
  type MemoProof,
  MemoProofSchema,
  type RedactedText,
  RedactedTextSchema,
  type TextPiece,
  TextPieceSchema,
} from "../../gen/pincite/proof/v1/memo_proof_pb.ts";
import type { SpanRef } from "../../gen/pincite/span/v1/span_pb.ts";
import { checkpointOf, checkpointText, readCheckpoint } from "../../src/proof/memo/checkpoint.ts";
import { readNote, signNote } from "../../src/proof/signed-note.ts";
import { sha256, sha256Hex } from "../../src/sha256.ts";
import type { Subjects } from "../simulation/proof/campaign.ts";
import { smallSubjects } from "../simulation/proof/subjects.ts";
import { compareFolder } from "../simulation/proof-second/compare.ts";
import { newFolder } from "../support/new-folder.ts";

/** A redacted proof of one quotation, read. */
interface Opened {
  readonly proof: MemoProof;
  readonly ledger: CitationLedger;
  readonly text: RedactedText;
}

const bytesOf = (text: string): Uint8Array => new TextEncoder().encode(text);
const span = ({ ledger }: Opened): SpanRef => ledger.entries[0]?.span as SpanRef;
const shown = ({ text }: Opened): TextPiece => text.pieces.find(({ content }) => content.case === "shown") as TextPiece;
const shownText = (opened: Opened): string => String(shown(opened).content.value);
const isDraft = (bytes: Uint8Array): boolean => {
  try {
    return fromBinary(DraftTextSchema, bytes).sections.length > 0;
  } catch {
    return false;
  }
};

/** What the holder of the server's key could put into a redacted proof and sign, with the check that must see it. */
const lies: Readonly<Record<string, readonly [code: string, lie: (opened: Opened) => void]>> = {
  "more laid open than was shown": [
    "TEXTS",
    (opened) => {
      const piece = shown(opened);
      piece.content = { case: "shown", value: `${shownText(opened)}x` };
      piece.lengthChars += 1;
    },
  ],
  "what was shown kept back": [
    "TEXTS",
    (opened) => {
      shown(opened).content = { case: "saltedSha256", value: new Uint8Array(32) };
    },
  ],
  "a piece that is longer than its characters": [
    "TEXTS",
    (opened) => {
      shown(opened).lengthChars += 1;
    },
  ],
  "a text that nobody can hold": [
    "TEXTS",
    ({ text }) => {
      const endless = {
        lengthChars: 0xfffffff0,
        content: { case: "saltedSha256" as const, value: new Uint8Array(32) },
      };
      text.pieces.push(create(TextPieceSchema, endless));
    },
  ],
  "another text than the ledger cites": [
    "TEXTS",
    ({ text }) => {
      text.sourceDigest = "ab".repeat(32);
    },
  ],
  "other words in the source": [
    "QUOTES",
    (opened) => {
      shown(opened).content = { case: "shown", value: shownText(opened).replace("March", "April") };
    },
  ],
  "other words around the quotation": [
    "QUOTES",
    (opened) => {
      span(opened).shownBefore = span(opened).shownBefore.replace(/[a-z]/, "q");
    },
  ],
  "a quotation that its own hash does not fit": [
    "QUOTES",
    (opened) => {
      shown(opened).content = { case: "shown", value: shownText(opened).replace("March", "April") };
      span(opened).excerpt = span(opened).excerpt.replace("March", "April");
    },
  ],
  // What stood beside its sentence when it was confirmed was another one.
  "a quotation that no search gave": [
    "CONFIRMATIONS",
    (opened) => {
      const cited = span(opened);
      shown(opened).content = { case: "shown", value: shownText(opened).replace("March", "April") };
      cited.excerpt = cited.excerpt.replace("March", "April");
      cited.excerptSha256 = sha256Hex(bytesOf(cited.excerpt));
      if (cited.locator) cited.locator.exactQuote = cited.excerpt;
    },
  ],
  "a receipt left out": [
    "LINEAGE",
    ({ proof }) => {
      proof.artifacts = proof.artifacts.filter(isDraft);
    },
  ],
  "the draft left out": [
    "CONFIRMATIONS",
    ({ proof }) => {
      proof.artifacts = proof.artifacts.filter((bytes) => !isDraft(bytes));
    },
  ],
  "an artifact that no event names": ["ARTIFACTS", ({ proof }) => void proof.artifacts.push(bytesOf("nobody's"))],
  "a ledger without what the draft cites": [
    "CONFIRMATIONS",
    ({ ledger }) => {
      ledger.entries = [];
    },
  ],
  "another binding than was confirmed": [
    "CONFIRMATIONS",
    ({ ledger }) => {
      if (ledger.entries[0]) ledger.entries[0].bindingId = "binding:9:0000000000000000";
    },
  ],
};

describe("a lie in a redacted proof that the server's own key has signed", () => {
  let subjects: Subjects;
  const folder = newFolder("redacted-lies");
  beforeAll(async () => {
    subjects = await smallSubjects(true);
  });

  const told = (lie: (opened: Opened) => void): Uint8Array => {
    const proof = fromBinary(MemoProofSchema, subjects.proofs[0]);
    const ledger = fromBinary(CitationLedgerSchema, proof.ledger);
    const text = fromBinary(RedactedTextSchema, proof.texts[0] ?? new Uint8Array());
    const named = readCheckpoint(readNote(proof.checkpoint)?.text ?? "");
    if (!named) throw new Error("a proof without a checkpoint");
    lie({ proof, ledger, text });
    proof.ledger = toBinary(CitationLedgerSchema, ledger);
    proof.texts = [toBinary(RedactedTextSchema, text)];
    proof.artifacts = proof.artifacts.toSorted((a, b) => (sha256Hex(a) < sha256Hex(b) ? -1 : 1));
    proof.checkpoint = signNote(checkpointText(checkpointOf(proof, named, sha256)), subjects.key, sha256);
    return toBinary(MemoProofSchema, proof);
  };

  it("is found by the check that it breaks, in both programs", async () => {
    for (const [name, [, lie]] of Object.entries(lies)) writeFileSync(join(folder, name), told(lie));
    writeFileSync(
      join(folder, "nothing changed"),
      told(() => undefined),
    );
    const { agreed, disagreements } = await compareFolder(folder);
    expect(disagreements).toEqual([]);
    expect(Object.fromEntries(agreed)).toEqual({
      "nothing changed": "holds",
      ...Object.fromEntries(Object.entries(lies).map(([name, [code]]) => [name, code])),
    });
  });
});
