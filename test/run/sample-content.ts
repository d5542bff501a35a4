import { create } from "@bufbuild/protobuf";
import { type EvidenceCandidate, EvidenceCandidateSchema } from "../../gen/pincite/evidence/v1/evidence_pb.ts";
import { type WorkflowProfile, WorkflowProfileSchema } from "../../gen/pincite/memo/v1/workflow_profile_pb.ts";
import { SlotKind } from "../../gen/pincite/run/v1/run_context_pb.ts";
import { MatchKind, type SpanRef, SpanRefSchema, Validity_State } from "../../gen/pincite/span/v1/span_pb.ts";
import { sha256Hex } from "../../src/sha256.ts";

const utf8 = (text: string): Uint8Array => new TextEncoder().encode(text);

/** A source of the sample case: its whole canonical text, and the stretches that may be quoted from it. */
export interface Source {
  readonly docUid: string;
  readonly text: string;
  readonly quotes: readonly string[];
}

/** Two letters that could each carry the promise, so that a binding can be changed to the other one. */
export const letters: readonly Source[] = [
  {
    docUid: "letter-a",
    text: "CANARY-LETTER-A Geachte heer, wij betalen uw opleiding volledig. Wij verwachten u op maandag in het kantoor.",
    quotes: ["wij betalen uw opleiding volledig", "Wij verwachten u op maandag in het kantoor"],
  },
  {
    docUid: "letter-b",
    text: "CANARY-LETTER-B Beste collega, de cursus komt voor onze rekening. De kosten zijn begroot.",
    quotes: ["de cursus komt voor onze rekening", "De kosten zijn begroot"],
  },
];

export const lawUid = "BWBR0005290@2012-10-01";

/** What a search would have found: a letter of the Vault. */
export const letterCandidate = (letter: Source): EvidenceCandidate =>
  create(EvidenceCandidateSchema, {
    evidenceId: `vault:${letter.docUid}`,
    docType: "email",
    title: `CANARY-TITLE ${letter.docUid}`,
    snippet: `CANARY-SNIPPET ${letter.text.slice(0, 40)}`,
    sourceDigest: sha256Hex(utf8(letter.text)),
    chunkUid: `${letter.docUid}:1`,
  });

/** The article the law slot is about. */
export const lawCandidate = (article = "611"): EvidenceCandidate =>
  create(EvidenceCandidateSchema, {
    evidenceId: `law:${lawUid}#/Artikel${article}`,
    docType: "statute",
    title: `Artikel ${article}`,
    snippet: "CANARY-STATUTE De werkgever en de werknemer zijn verplicht zich als een goed werkgever te gedragen.",
    sourceDigest: sha256Hex(utf8(`text of ${article}`)),
    versionDate: "2012-10-01",
    unitPath: `/Artikel${article}`,
    address: `art. 7:${article} BW`,
    validity: {
      ...{ state: Validity_State.IN_FORCE, on: "2025-12-09", from: "2012-10-01" },
      ...{ knownOn: "2025-12-01", authority: "a register" },
    },
  });

/** The span of a quote inside its letter, as a source would resolve it. */
export const spanOf = (letter: Source, quote: string): SpanRef => {
  const at = letter.text.indexOf(quote);
  if (at < 0) throw new Error(`the sample has no such words: ${quote}`);
  const startChar = [...letter.text.slice(0, at)].length;
  return create(SpanRefSchema, {
    docUid: letter.docUid,
    startChar,
    endChar: startChar + [...quote].length,
    excerpt: quote,
    excerptSha256: sha256Hex(utf8(quote)),
    sourceDigest: sha256Hex(utf8(letter.text)),
    matchKind: MatchKind.EXACT,
  });
};

const slot = (name: string, kind: SlotKind, source: string, required = true) => ({
  name,
  kind,
  source,
  required,
  description: [
    { locale: "nl", text: `Gezocht: ${name}` },
    { locale: "en", text: `Sought: ${name}` },
  ],
});

/** A profile with one claim kind for each kind of slot. */
export const sampleProfile = (): WorkflowProfile =>
  create(WorkflowProfileSchema, {
    profileId: "sample",
    version: 1,
    provider: "extractive",
    defaultTone: "zakelijk",
    defaultAudience: "employer",
    claimKinds: [
      {
        name: "promise",
        slots: [slot("commitment", SlotKind.QUOTE, "vault"), slot("receipt", SlotKind.QUOTE, "vault", false)],
      },
      { name: "basis", slots: [slot("article", SlotKind.LOCATION, "law")] },
      { name: "absence", slots: [slot("no warning", SlotKind.ABSENCE, "vault")] },
      { name: "own", slots: [slot("own knowledge", SlotKind.OWN_STATEMENT, "none")] },
    ],
  });

/** The outline of the sample memo: a claim of each kind, under two headings. */
export const sampleOutline = [
  {
    title: "Feiten",
    claims: [
      { text: "De werkgever heeft een opleiding toegezegd.", claimKind: "promise" },
      { text: "Er is nooit gewaarschuwd.", claimKind: "absence" },
    ],
  },
  {
    title: "Recht",
    claims: [
      { text: "Goed werkgeverschap verplicht daartoe.", claimKind: "basis" },
      { text: "De werknemer heeft zich ingezet.", claimKind: "own" },
    ],
  },
] as const;

export const ownStatement = "CANARY-STATEMENT Ik heb mij altijd ingezet.";
