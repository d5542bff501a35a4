import { create } from "@bufbuild/protobuf";
import { describe, expect, it } from "vitest";
import { SentenceKind, SentenceProposalSchema } from "../../gen/pincite/memo/v1/draft_text_pb.ts";
import { OrchestratorState as S } from "../../gen/pincite/run/v1/orchestrator_state_pb.ts";
import { finish, runAt } from "./drive.ts";
import { edits } from "./edits.ts";
import { stringFields, stringsIn } from "./event-strings.ts";
import { letterCandidate, letters } from "./sample-content.ts";
import { TestRun } from "./support.ts";

// Events hold no words: every field of them that could hold any is listed here with the shape of what it holds, so that a field
// that comes later fails the first test until somebody says what it may say.

const digest = /^[0-9a-f]{64}$/;
/** An id that the kernel or a server minted, or the name of a party, a document by its digest, a provision. */
const id = /^(?:run-[0-9a-z]{26}|[a-z_]+:[0-9A-Za-z_.:-]{1,120}|title|intent|frame)$/;
const day = /^\d{4}-\d{2}-\d{2}$/;
const instant = /^\d{4}-\d{2}-\d{2}T[\d:.]+Z$/;
/** A name from a list of the program's own: a tool, a role of an artifact, a state, a code. */
const code = /^[A-Za-z][A-Za-z0-9_.-]{0,63}$/;
/** What an operator or a provider calls somebody or something, given outside of every run. */
const handle = /^[\w@.:/+-]{1,128}$/;
/** A revision or version, opaque. */
const opaque = /^[\w:.-]{1,128}$/;
/** A path along which an item became stale: names of parts joined by strokes. */
const path = /^[\w:./ -]{1,400}$/;
/** A sentence of the program's own about names of parts and ids alone. */
const item = "(?:[a-z]+:[0-9a-z:]+|intent|frame)";
const ownSentence = new RegExp(
  `^(?:The [a-z_]+ of ${item} changed(?: and with it ${item}(?:, then ${item})*)?: confirm again|${item} is no longer part of the proposal|${item} is gone, so ${item}(?: and ${item})* no longer holds?)\\.$`,
);
/** Journals of rules 1 have words there; under these rules it stays empty. */
const never = /^(?!)/;

const shapes: Readonly<Record<string, RegExp>> = {
  // Names as an issuer and a firm gave them, and whoever signs in is known by: of persons, never of what a run holds.
  "access.v1.GroupName.issuer": /^[!-~]{1,512}$/u,
  "access.v1.GroupName.name": /^.{1,512}$/su,
  "access.v1.PersonName.issuer": /^[!-~]{1,512}$/u,
  "access.v1.PersonName.subject": /^[!-~]{1,255}$/u,
  "access.v1.Invitation.invitation_id": /^inv-[0-9a-f]{32}$/,
  "access.v1.Invitation.run_id": id,
  "access.v1.Invitation.secret_sha256": digest,
  "access.v1.Invitation.until_iso": instant,
  "access.v1.Relation.run_id": id,
  "access.v1.Relation.strand_id": handle,
  "artifact.v1.ArtifactRef.digest": digest,
  "artifact.v1.ArtifactRef.kind": code,
  "audit.v1.AccessDeed.id": /^[0-9A-Za-z][0-9A-Za-z._:-]{0,63}$/,
  "audit.v1.AccessDeed.method": /^pincite(?:\.\w+)+\/\w+$/,
  "audit.v1.AccessDeed.reason": code,
  "audit.v1.AccessDeed.run_id": id,
  "audit.v1.AccessDeed.strand_id": handle,
  // The issuer's own name, which the file of the server's owner gives sign by sign.
  "audit.v1.Principal.issuer": /^[!-~]{0,512}$/u,
  "audit.v1.Principal.name": handle,
  "journal.v1.ArtifactRecorded.role": code,
  "journal.v1.AttemptRecorded.reject_reason": code,
  "journal.v1.CarriedConfirmation.fingerprint": digest,
  "journal.v1.CarriedConfirmation.item_id": id,
  "journal.v1.CorpusChanged.corpus_revision": opaque,
  "journal.v1.CorpusChanged.searched_revisions": opaque,
  "journal.v1.DecidedItem.item_id": id,
  "journal.v1.DecidedItem.look_fingerprints": digest,
  "journal.v1.DecidedItem.shown_digests": digest,
  "journal.v1.EvidenceChosen.slot_fingerprint": digest,
  "journal.v1.EvidenceChosen.slot_id": id,
  "journal.v1.EvidencePinned.evidence_id": id,
  "journal.v1.EvidencePinned.slot_id": id,
  "journal.v1.EvidenceUnpinned.evidence_id": id,
  "journal.v1.ForkOrigin.change": never,
  "journal.v1.ForkOrigin.run_id": id,
  "journal.v1.ForkOrigin.version": opaque,
  "journal.v1.ItemsDecided.proposal_digest": digest,
  "journal.v1.ProposalRecorded.locale": code,
  "journal.v1.ProposalRecorded.reference_date": day,
  "journal.v1.ProposalRecorded.reference_date_before": day,
  "journal.v1.RulesAdopted.from_register_digest": digest,
  "journal.v1.RulesAdopted.to_register_digest": digest,
  "journal.v1.RunCreated.locale": code,
  "journal.v1.RunCreated.model": handle,
  "journal.v1.RunCreated.owner": handle,
  "journal.v1.RunCreated.reference_date": day,
  "journal.v1.RunCreated.register_digest": digest,
  "journal.v1.RunCreated.run_id": id,
  "journal.v1.RunCreated.strand_id": handle,
  "journal.v1.RunCreated.title": never,
  "journal.v1.RunErased.head_hash": digest,
  "journal.v1.RunErased.plan_digest": digest,
  "journal.v1.RunErased.run_id": id,
  "journal.v1.InvitationTakenBack.invitation_id": /^inv-[0-9a-f]{32}$/,
  "journal.v1.InvitationTakenBack.run_id": id,
  "journal.v1.RelationGranted.invitation_id": /^(?:inv-[0-9a-f]{32})?$/,
  "journal.v1.RunEvent.time_iso": instant,
  "journal.v1.RunFinalised.corpus_revision": opaque,
  "journal.v1.RunRewound.reason": never,
  "journal.v1.StoreAccepted.store": code,
  "journal.v1.ToolDecided.grant_expires_at_iso": instant,
  "journal.v1.ToolDecided.params_digest": digest,
  "journal.v1.ToolDecided.reason": never,
  "journal.v1.ToolDecided.request_id": id,
  "journal.v1.ToolDecided.seen_version": opaque,
  "journal.v1.ToolDecided.tool_name": code,
  "journal.v1.ToolFinished.receipt_id": opaque,
  "journal.v1.ToolFinished.request_id": id,
  "journal.v1.ToolFinished.result_id": id,
  "journal.v1.ToolFinished.status": code,
  "journal.v1.ToolGrantRevoked.tool_name": code,
  "journal.v1.ToolRequested.params_digest": digest,
  "journal.v1.ToolRequested.policy": code,
  "journal.v1.ToolRequested.request_id": id,
  "journal.v1.ToolRequested.requested_by": handle,
  "journal.v1.ToolRequested.slot_id": id,
  "journal.v1.ToolRequested.tool_name": code,
  "journal.v1.ToolRequested.turn_id": id,
  "journal.v1.ToolStarted.request_id": id,
  "journal.v1.TurnEnded.outcome": code,
  "journal.v1.TurnEnded.reason": code,
  "journal.v1.TurnEnded.turn_id": id,
  "journal.v1.TurnResumed.turn_id": id,
  "journal.v1.TurnStarted.turn_id": id,
  "journal.v1.TurnSuspended.request_ids": id,
  "journal.v1.TurnSuspended.turn_id": id,
  "run.v1.FingerprintInput.fingerprint": digest,
  "run.v1.FingerprintInput.name": code,
  "run.v1.ItemState.compare_digests": digest,
  "run.v1.ItemState.fingerprint": digest,
  "run.v1.ItemState.item_id": id,
  "run.v1.ItemState.slot_id": id,
  "run.v1.Look.fingerprint": digest,
  "run.v1.Look.related_ids": id,
  "run.v1.Look.span_digest": digest,
  "run.v1.Look.subject_id": id,
  "run.v1.MissingInput.description": never,
  "run.v1.MissingInput.subject_id": id,
  "run.v1.Remedy.entry_ids": id,
  "run.v1.RefusedWords.entry_ids": id,
  "run.v1.Said.message_id": never,
  "run.v1.SaidFact.name": never,
  "run.v1.SaidFact.text": never,
  "run.v1.SlotState.claim_id": id,
  "run.v1.SlotState.fingerprint": digest,
  "run.v1.SlotState.slot_id": id,
  "run.v1.SlotState.law_date": day,
  "run.v1.Spoken.day": day,
  "run.v1.Spoken.party_id": id,
  "run.v1.StaleItem.explanation": ownSentence,
  "run.v1.StaleItem.item_id": id,
  "run.v1.StaleItem.path": path,
};

const misshapen = (run: TestRun) =>
  run.events.flatMap((event) => stringsIn(event)).filter(([field, value]) => !shapes[field]?.test(value));

describe("events of today's rules", () => {
  it("have no field for words but those that are listed with the shape of what they hold", () => {
    expect(stringFields()).toEqual(Object.keys(shapes).sort());
  });

  it("hold ids, digests, days and names of the program's own, and nothing that a person or a source said", () => {
    const run = new TestRun();
    run.pin(letterCandidate(letters[0]!), "", "CANARY-NOTE");
    finish(run);
    for (const edit of edits) {
      runAt(edit.state, run.rewind(edit.state));
      edit.make(run, 1);
      finish(run);
    }
    expect(misshapen(run)).toEqual([]);
    // The run is no small one: it wrote into most of what there is.
    expect(new Set(run.events.flatMap((event) => stringsIn(event)).map(([field]) => field)).size).toBeGreaterThan(35);
  });

  it("hold none where the check refuses, and every free word of the intent and its frame is a canary", () => {
    const canary = "CANARY een woord";
    const lines = [canary, `${canary} € 5.000`];
    const frame = {
      ...{
        place: canary,
        sender: lines,
        addressee: lines,
        subject: canary,
        theirReference: canary,
        ownReference: canary,
      },
      ...{ salutation: canary, closing: `${canary} € 5.000`, signature: canary, term: canary, enclosures: lines },
    };
    const value = { goal: canary, tone: canary, audience: canary, mustCover: [canary], mustNotClaim: [canary], frame };
    const run = new TestRun().propose({ case: "intentSeed", value }, { confirm: true });
    runAt(S.DRAFT, run);
    const [sectionId, claimId] = ["section:1", "claim:1"];
    const text = `${canary} op 3 januari 2024.`;
    const sentence = create(SentenceProposalSchema, { text, claimId, entryIds: [], kind: SentenceKind.FACT });
    run.propose({
      case: "draftText",
      value: { title: `${canary} € 5.000`, sections: [{ sectionId, sentences: [sentence] }] },
    });
    expect(run.record?.findings.map(({ subjectId }) => subjectId)).toEqual(
      expect.arrayContaining(["title", "frame:closing", "frame:enclosures:2", "sentence:1"]),
    );
    expect(misshapen(run)).toEqual([]);
  });
});
