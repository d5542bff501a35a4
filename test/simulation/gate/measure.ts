import { create, type MessageInitShape } from "@bufbuild/protobuf";
import { CitationLedgerSchema, type LedgerEntrySchema } from "../../../gen/pincite/memo/v1/citation_ledger_pb.ts";
import { DraftTextSchema, SentenceKind } from "../../../gen/pincite/memo/v1/draft_text_pb.ts";
import { PartyRole, PartySchema } from "../../../gen/pincite/memo/v1/party_pb.ts";
import { MessageSkeletonSchema } from "../../../gen/pincite/memo/v1/skeleton_pb.ts";
import { type DraftRule, DraftRuleSchema, type LookCode, LookCodeSchema } from "../../../gen/pincite/run/v1/look_pb.ts";
import { SlotKind } from "../../../gen/pincite/run/v1/run_context_pb.ts";
import { Voice } from "../../../gen/pincite/span/v1/span_pb.ts";
import { type Dossier, type Entry, type SentenceKind as KindName, sentenceKinds } from "../../support/cases/dossier.ts";
import type { CaseFolder } from "../../support/cases/read-case.ts";
import { examineDraft } from "../../support/draft-check.ts";
import { type BadSet, trueSets } from "./sets.ts";

/** A sentence of the sets, honest or bad, as far as the check is asked about it. */
export interface Asked {
  readonly id: string;
  readonly kind: KindName;
  readonly entryIds: readonly string[];
  readonly text: string;
  readonly claimId?: string;
}

/** What the check said of it. */
export interface Answer {
  readonly asked: Asked;
  readonly rules: readonly DraftRule[];
  readonly looks: readonly LookCode[];
  /** Words concerned, for people. */
  readonly shown: string;
}

/** Who reads the memo of a dossier. */
export const audienceOf = ({ audience = "employer" }: Dossier): string => audience;

/** Sentences of a dossier as one draft under check. `kind`: what all of them are called. */
export const draftInput = (dossier: Dossier, sentences: readonly Asked[], kind?: KindName) => {
  const entries = dossier.entries.map((entry) => ledgerEntry(dossier, entry));
  const claimOf = new Map(dossier.entries.map(({ id, claimId }) => [id, claimId]));
  const made = sentences.map((one, at) => ({
    ...{ sentenceId: `sentence:${at + 1}`, text: one.text, entryIds: [...one.entryIds] },
    claimId: one.claimId || sharedClaim(one.entryIds.map((id) => claimOf.get(id) ?? "")),
    kind: SentenceKind[kind ?? one.kind],
  }));
  return {
    skeleton: create(MessageSkeletonSchema, {
      sections: [{ sectionId: "section:1", claims: dossier.claims.map(({ id, text }) => ({ claimId: id, text })) }],
    }),
    ledger: create(CitationLedgerSchema, { entries }),
    draft: create(DraftTextSchema, { locale: dossier.locale, sections: [{ sectionId: "section:1", sentences: made }] }),
    parties: dossier.parties.map(({ id, role, ...party }) =>
      create(PartySchema, {
        ...{ partyId: id, names: [...party.names], addresses: [...party.addresses], role: PartyRole[role] },
      }),
    ),
    audience: audienceOf(dossier),
  };
};

/** Asks the check about sentences of a dossier, all in one draft. */
export const ask = (dossier: Dossier, sentences: readonly Asked[], kind?: KindName): Answer[] => {
  const found = examineDraft(draftInput(dossier, sentences, kind));
  return sentences.map((asked, at) => {
    const mine = ({ subjectId }: { subjectId: string }) => subjectId === `sentence:${at + 1}`;
    const [refused, looks] = [found.refused.filter(mine), found.looks.filter(mine)];
    const points = [...asked.text];
    const words = (range: { startChar: number; endChar: number }) =>
      points.slice(range.startChar, range.endChar).join("");
    return {
      asked,
      rules: refused.map(({ rule }) => rule),
      looks: looks.map(({ code }) => code),
      shown: [
        ...refused.map((one) => `${nameOf(DraftRuleSchema, one.rule)} “${words(one)}”`),
        ...looks.map((one) => `look ${nameOf(LookCodeSchema, one.code)} “${words(one)}”`),
      ].join("; "),
    };
  });
};

const nameOf = (schema: typeof DraftRuleSchema | typeof LookCodeSchema, value: number): string =>
  schema.values.find(({ number }) => number === value)?.localName ?? String(value);

const sharedClaim = (claims: readonly string[]): string => (new Set(claims).size === 1 ? (claims[0] ?? "") : "");

const ledgerEntry = (dossier: Dossier, entry: Entry): MessageInitShape<typeof LedgerEntrySchema> => {
  const { id, claimId } = entry;
  const common = {
    entryId: id,
    bindingId: `binding:${id}`,
    slotId: `slot:${id}`,
    claimId,
    slotKind: SlotKind[entry.slotKind],
  };
  if (entry.slotKind === "OWN_STATEMENT")
    return { ...common, evidence: { evidence: { case: "statement", value: { text: entry.statement } } } };
  const toolResultId = `toolres:${id}`;
  if (entry.slotKind === "ABSENCE")
    return {
      ...{ ...common, toolResultId, address: entry.scope },
      evidence: { evidence: { case: "search", value: { toolResultId, scope: entry.scope } } },
    };
  const document = dossier.documents.find((one) => one.id === entry.source);
  const law = dossier.laws.find((one) => one.id === entry.source);
  const ruling = dossier.rulings.find((one) => one.id === entry.source);
  const excerpt = entry.slotKind === "QUOTE" ? entry.quote : "";
  const place = entry.slotKind === "LOCATION" ? entry.place : "";
  if (document) {
    const people = [
      document.author,
      ...document.participants
        .toSorted((a, b) => Number(b.part === "from") - Number(a.part === "from"))
        .map(({ name }) => name),
    ];
    const value = {
      ...{ evidenceId: `vault:${document.id}`, title: document.title, occurredAtIso: document.date, location: place },
      participants: [...new Set(people)].filter((name) => name !== ""),
    };
    return {
      ...{ ...common, toolResultId, address: place, evidence: { evidence: { case: "document", value } } },
      ...(excerpt === "" ? {} : { span: quotedSpan(entry, document.id, document.text, excerpt, document.author) }),
    };
  }
  const address = law?.address ?? ruling?.ecli ?? "";
  const value = {
    ...{ evidenceId: ruling ? `law:${ruling.ecli}` : `law:${law?.id ?? ""}`, address },
    versionDate: law?.version_date ?? ruling?.date ?? "",
  };
  return {
    ...{ ...common, toolResultId, evidence: { evidence: { case: "law", value } } },
    span: { ...spanOf(entry.source, law?.text ?? ruling?.text ?? "", excerpt, ""), address },
  };
};

/** A span of the document's author, or of whom it quotes. */
const quotedSpan = (entry: Entry, id: string, text: string, excerpt: string, author: string) => {
  const { speaker = "", spokenOn = "" } = entry.slotKind === "QUOTE" ? entry : {};
  const span = spanOf(id, text, excerpt, speaker || author);
  return speaker === "" ? span : { ...span, voice: Voice.QUOTED, segmentDateText: spokenOn };
};

const spanOf = (docUid: string, text: string, excerpt: string, speaker: string) => {
  const at = text.indexOf(excerpt);
  if (at < 0) throw new Error(`an entry quotes what ${docUid} does not hold`);
  const startChar = [...text.slice(0, at)].length;
  const shownBefore = text.slice(Math.max(0, at - 64), at);
  return {
    docUid,
    sourceDigest: docUid,
    excerpt,
    speaker,
    shownBefore,
    startChar,
    endChar: startChar + [...excerpt].length,
  };
};

export interface Count {
  readonly dossier: string;
  readonly all: number;
  readonly refused: number;
  readonly looked: number;
  readonly answers: readonly Answer[];
}

const count = (dossier: Dossier, answers: readonly Answer[]): Count => ({
  ...{ dossier: dossier.name, all: answers.length, answers },
  refused: answers.filter(({ rules }) => rules.length > 0).length,
  looked: answers.filter(({ rules, looks }) => rules.length === 0 && looks.length > 0).length,
});

/** The honest sentences of one dossier. */
export const honestOf = (dossier: Dossier): Count => count(dossier, ask(dossier, dossier.honest));

/** The honest sentences of each dossier, and beside them those that cite every bound provision in every form. */
export const honestCounts = (seed: number, cases: readonly CaseFolder[]): { hand: Count[]; citations: Count[] } => ({
  hand: cases.map(({ dossier }) => honestOf(dossier)),
  citations: trueSets(seed, cases)
    .filter(({ sentences }) => sentences.length > 0)
    .map(({ dossier, sentences }) => count(dossier, ask(dossier, sentences))),
});

/** A bad sentence that some kind lets pass, with what was expected and the kinds. */
export interface Missed {
  readonly dossier: string;
  readonly id: string;
  readonly class: string;
  readonly expect: string;
  readonly text: string;
  readonly why: string;
  readonly got: string;
}

/** Of each class of a dossier (`class dossier`), how many bad sentences there are and which are not met with what is expected, under every kind. */
export const badCounts = (sets: readonly BadSet[]): { all: Map<string, number>; missed: Missed[] } => {
  const all = new Map<string, number>();
  const missed: Missed[] = [];
  for (const { dossier, sentences } of sets) {
    const answers = sentenceKinds.map((kind) => ask(dossier, sentences, kind));
    sentences.forEach((bad, at) => {
      const key = `${bad.class} ${dossier.name}`;
      all.set(key, (all.get(key) ?? 0) + 1);
      const met = answers.every((some) => {
        const { rules, looks } = some[at] as Answer;
        // What its kind alone refuses says nothing about the words.
        const hard = rules.filter((rule) => rule !== 3);
        return bad.expect === "refused" ? hard.length > 0 : hard.length > 0 || looks.length > 0;
      });
      const { class: name, id, expect, text, why } = bad;
      if (!met)
        missed.push({ dossier: dossier.name, id, class: name, expect, text, why, got: answers[3]?.[at]?.shown ?? "" });
    });
  }
  return { all, missed };
};
