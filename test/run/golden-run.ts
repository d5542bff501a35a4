import { create, fromBinary, toBinary } from "@bufbuild/protobuf";
import { sizeDelimitedEncode, sizeDelimitedPeek } from "@bufbuild/protobuf/wire";
import { Principal_Kind, PrincipalSchema } from "../../gen/pincite/audit/v1/audit_meta_pb.ts";
import { type RunEvent, RunEventSchema } from "../../gen/pincite/journal/v1/run_event_pb.ts";
import { RunSnapshotSchema } from "../../gen/pincite/journal/v1/run_snapshot_pb.ts";
import { SentenceVerdict } from "../../gen/pincite/memo/v1/draft_judgement_pb.ts";
import type { DraftTextProposal } from "../../gen/pincite/memo/v1/draft_text_pb.ts";
import { PartyRole } from "../../gen/pincite/memo/v1/party_pb.ts";
import { SentenceAnswerSchema } from "../../gen/pincite/model/v1/judge_turn_pb.ts";
import { SuspendedTurnStateSchema } from "../../gen/pincite/model/v1/model_call_pb.ts";
import { RankPromptSchema, SlotRankAnswerSchema } from "../../gen/pincite/model/v1/rank_turn_pb.ts";
import { OrchestratorState as S } from "../../gen/pincite/run/v1/orchestrator_state_pb.ts";
import {
  ToolDecision,
  type ToolRequest,
  ToolRequestSchema,
  ToolResultSchema,
  ToolResultStatus,
} from "../../gen/pincite/tool/v1/tool_request_pb.ts";
import { Decision } from "../../src/run/decide/decision.ts";
import { decideUnpin } from "../../src/run/decide/evidence.ts";
import { decideJudged } from "../../src/run/decide/judge.ts";
import { decideRanked } from "../../src/run/decide/rank.ts";
import { decideToolFinished, decideToolRequested, toolStarted } from "../../src/run/decide/tool.ts";
import { decideGrantRevoked, decideToolDecided } from "../../src/run/decide/tool-decision.ts";
import { decideTurnStarted, turnEnded, turnResumed, turnSuspended } from "../../src/run/decide/turn.ts";
import { sentencesUnderJudgement } from "../../src/run/judge/asked-sentences.ts";
import { cutAnswer } from "../../src/run/judge/cut-answer.ts";
import { type DecisionInput, EventDraft, encodeArtifact } from "../../src/run/kernel.ts";
import { cutRanking } from "../../src/run/ranking/cut-ranking.ts";
import { rulesWith } from "../../src/run/rules.ts";
import { draftProposal, finish, quoteFor, runAt, settle } from "./drive.ts";
import { edits } from "./edits.ts";
import { slotOf } from "./ranking/slots.ts";
import { letterCandidate, letters } from "./sample-content.ts";
import { type ProposalInit, TestRun } from "./support.ts";

/** A run that met every kind of event but a model's attempt: pins, a turn, a finalised draft, a rewind and an edit. */
export const goldenRun = (): TestRun => {
  const run = new TestRun().pin(letterCandidate(letters[1]!), "", "de brief");
  run.do((input) => decideUnpin(input, "vault:letter-b"));
  run.do((input) => decideTurnStarted(input, "turn:1", new EventDraft(input)));
  run.do((input) => turnEnded(decideNothing(input), new EventDraft(input), "turn:1", "completed"));
  finish(run).rewind(S.SKELETON);
  edits.find((edit) => edit.name === "claim text")?.make(runAt(S.SKELETON, run), 1);
  return finish(run);
};

/**
 * A run of rules 2: parties, a look that was named, adverse evidence dismissed with a reason, words of a person that no event
 * holds, and two other registers of names that took it over, once while it was open and once after it was finalised.
 */
export const goldenRulesRun = (): TestRun => {
  const run = new TestRun();
  const value = {
    goal: "Betaling van de opleiding krijgen",
    parties: [{ role: PartyRole.OPPONENT, names: ["Kees Vlieger"], addresses: ["kees@werk.example"] }],
  };
  run.propose({ case: "intentSeed", value }, { confirm: true });
  runAt(S.EVIDENCE_NEEDS, run);
  run.rules = rulesWith("b".repeat(64));
  run.search("slot:1", [letterCandidate(letters[1]!)]);
  runAt(S.SPAN_RESOLUTION, run);
  const { bindingId } = run.material.needMap!.bindings[0]!;
  run.propose({
    case: "citationLedger",
    value: { spans: [{ ...quoteFor(run, bindingId), adverseClaimIds: ["claim:2"] }] },
  });
  settle(run).advance();
  const drafted = draftProposal(run).value as DraftTextProposal;
  const entryId = run.material.ledger?.entries.find(({ adverseClaimIds }) => adverseClaimIds.length > 0)?.entryId ?? "";
  const adverseDismissals = [{ entryId, claimId: "claim:2", reason: "Dat gaat over een ander jaar." }];
  run.propose({ case: "draftText", value: { ...drafted, adverseDismissals } } as ProposalInit);
  finish(run);
  run.rules = rulesWith("c".repeat(64));
  return run.rewind(S.DRAFT);
};

/** A run whose documents changed after it had searched them for what is not there: named once, and found changed again. */
export const goldenAbsenceRun = (): TestRun => {
  const run = settle(runAt(S.DRAFT));
  run.corpusRevision = "revision-2";
  finish(runAt(S.DRAFT, settle(run.advance().rewind(S.EVIDENCE_BINDING)))).rewind(S.DRAFT);
  run.corpusRevision = "revision-3";
  return run.advance();
};

/** A run in which a person chose for slots before bindings were there, chose otherwise, took a choice back, and went back once. */
export const goldenChoiceRun = (): TestRun => {
  const run = runAt(S.EVIDENCE_NEEDS);
  const [slotId = "", other = ""] = run.snapshot.slots.map((slot) => slot.slotId);
  run.choose(slotId, letterCandidate(letters[0]!), "een eerste keuze");
  run.choose(slotId, letterCandidate(letters[1]!));
  run.choose(other, letterCandidate(letters[0]!)).takeBack(other);
  runAt(S.EVIDENCE_BINDING, run);
  return finish(settle(run)).rewind(S.EVIDENCE_NEEDS);
};

/** A run in which a model ordered the passages of its slots, in one turn and of one of them in another. */
export const goldenRankedRun = (): TestRun => {
  const run = runAt(S.EVIDENCE_NEEDS);
  const ranker = create(PrincipalSchema, { kind: Principal_Kind.MODEL, name: "stand-in/small" });
  const by = { model: ranker.name, slotFingerprint: run.snapshot.slots[0]?.fingerprint ?? "" };
  const asked = slotOf(run.snapshot.slots[0]?.slotId ?? "", 3);
  const numbered = { ...asked, passages: asked.passages.map((one, at) => ({ ...one, number: at + 1 })) };
  const answer = create(SlotRankAnswerSchema, {
    slotId: asked.slotId,
    passages: [3, 1].map((number) => ({ number, reason: "Dit zegt het." })),
  });
  for (const said of [answer, undefined]) {
    run.do((input) => decideTurnStarted(input, "turn:rank", new EventDraft(input), { ranksCandidates: true }));
    run.do((input) => {
      const shown = encodeArtifact(RankPromptSchema, create(RankPromptSchema, { slots: [asked] }), input.sha256).ref;
      const slots = [cutRanking(numbered, said, by, input.sha256)];
      const { decision } = decideRanked(input, ranker, { slots, before: undefined, shown });
      return turnEnded(decision, new EventDraft(decision.input), "turn:rank", "completed");
    });
  }
  return runAt(S.EVIDENCE_BINDING, run);
};

/** A run in which a person chose the words of a bound paper where quotes are put forward, chose others, and took them back. */
export const goldenWordsRun = (): TestRun => {
  const run = runAt(S.SPAN_RESOLUTION);
  const bound = run.material.needMap?.bindings.find(({ evidence }) => evidence?.evidence.case === "document");
  const evidence = bound?.evidence?.evidence;
  const evidenceId = evidence?.case === "document" ? evidence.value.evidenceId : "";
  const candidate = letters.map((letter) => letterCandidate(letter)).find((one) => one.evidenceId === evidenceId);
  if (!bound || !candidate) throw new Error("a slot is bound to a letter");
  run.choose(bound.slotId, candidate, "", "wij betalen de opleiding");
  run.choose(bound.slotId, candidate, "", "volledig").takeBack(bound.slotId);
  run.choose(bound.slotId, candidate, "", "wij betalen de opleiding");
  return finish(run).rewind(S.EVIDENCE_BINDING);
};

/** A run whose draft was doubted by a second reader after all of it was confirmed, and finalised with the looks named. */
export const goldenJudgedRun = (): TestRun => {
  const run = settle(runAt(S.DRAFT));
  const reader = create(PrincipalSchema, { kind: Principal_Kind.MODEL, name: "stand-in/small" });
  const atoms = [{ startChar: 0, endChar: 12, verdict: SentenceVerdict.NOT_SAID }];
  run.do((input) => decideTurnStarted(input, "turn:1", new EventDraft(input)));
  run.do((input) => {
    const said = sentencesUnderJudgement(input).map((one) =>
      cutAnswer(one, create(SentenceAnswerSchema, { sentenceId: one.asked.sentenceId, atoms }), input.sha256),
    );
    const { decision } = decideJudged(input, reader, said);
    return turnEnded(decision, new EventDraft(decision.input), "turn:1", "completed");
  });
  return finish(run);
};

const sent = (id: string, toolName: string, more: { requiresUserConfirm?: boolean; turnId?: string } = {}) =>
  create(ToolRequestSchema, {
    id,
    toolName,
    paramsDigest: "d".repeat(64),
    requestedBy: "llm",
    reason: "to look",
    ...more,
  });

const ended = (input: DecisionInput, request: ToolRequest, status: ToolResultStatus): Decision =>
  decideToolFinished(input, {
    request,
    requestRef: encodeArtifact(ToolRequestSchema, request, input.sha256).ref,
    result: create(ToolResultSchema, { id: request.id.replace("toolreq", "toolres"), requestId: request.id, status }),
    output: undefined,
    findings: { candidates: [], isSearch: false },
  });

/** A run that met every way a tool request can wait: allowed for good, declined, left to a client, cut off, and a turn that waited. */
export const goldenToolRun = (): TestRun => {
  const run = runAt(S.EVIDENCE_NEEDS);
  const asked = (request: ToolRequest, kind: { mutating?: boolean; clientExecuted?: boolean } = {}) =>
    run.do((input) => decideToolRequested(input, request, { mutating: false, parents: [], policy: "ASK", ...kind }));
  const decided = (request: ToolRequest, decision: ToolDecision) =>
    run.do((input) =>
      decideToolDecided(input, {
        ...{ requestId: request.id, toolName: request.toolName, paramsDigest: request.paramsDigest, decision },
        ...{ reason: "seen", seenVersion: "1-0", grantExpiresAtIso: "2026-02-01T00:00:00.000Z" },
      }),
    );
  const started = (request: ToolRequest) => run.do((input) => toolStarted(decideNothing(input), request.id, 1));
  const finished = (request: ToolRequest, status: ToolResultStatus) => run.do((input) => ended(input, request, status));

  run.do((input) => decideTurnStarted(input, "turn:1", new EventDraft(input)));
  const search = sent("toolreq:1", "lawbot.case_search", { requiresUserConfirm: true, turnId: "turn:1" });
  const client = sent("toolreq:2", "office.lookup", { turnId: "turn:1" });
  asked(search);
  asked(client, { clientExecuted: true });
  run.do((input) => {
    const draft = new EventDraft(input);
    const state = draft.record(
      SuspendedTurnStateSchema,
      create(SuspendedTurnStateSchema, { turnId: "turn:1" }),
      "suspended_turn",
      [],
    );
    return turnSuspended(decideNothing(input), draft, { turnId: "turn:1", requestIds: [search.id, client.id], state });
  });
  decided(search, ToolDecision.ALWAYS);
  started(search);
  finished(search, ToolResultStatus.OK);
  finished(client, ToolResultStatus.EMPTY);
  run.do((input) => turnResumed(decideNothing(input), "turn:1"));
  run.do((input) => turnEnded(decideNothing(input), new EventDraft(input), "turn:1", "completed"));
  run.do((input) => decideGrantRevoked(input, "lawbot.case_search"));

  const declined = sent("toolreq:3", "vault.import", { requiresUserConfirm: true });
  asked(declined, { mutating: true });
  decided(declined, ToolDecision.DENY);
  finished(declined, ToolResultStatus.REFUSED);
  const cutOff = [
    sent("toolreq:4", "vault.import", { requiresUserConfirm: true }),
    sent("toolreq:5", "vault.import", { requiresUserConfirm: true }),
  ];
  for (const request of cutOff) {
    asked(request, { mutating: true });
    decided(request, ToolDecision.ALLOW);
    started(request);
    finished(request, ToolResultStatus.OUTCOME_UNKNOWN);
  }
  decided(cutOff[0]!, ToolDecision.ACKNOWLEDGE);
  asked(sent("toolreq:6", "vault.import", { requiresUserConfirm: true }), { mutating: true });
  return run;
};

const decideNothing = (input: ConstructorParameters<typeof Decision>[0]) => new Decision(input);

/** Events one after the other, each behind its length as a varint: protobuf's own delimited form. */
export const writeJournal = (events: readonly RunEvent[]): Uint8Array =>
  Buffer.concat(events.map((event) => sizeDelimitedEncode(RunEventSchema, event)));

export const readJournal = (bytes: Uint8Array): RunEvent[] => {
  const events: RunEvent[] = [];
  for (let at = 0; at < bytes.length; ) {
    const { offset, size } = sizeDelimitedPeek(bytes.subarray(at));
    if (offset === null || size === null) throw new Error("the journal ends inside a length");
    events.push(fromBinary(RunEventSchema, bytes.subarray(at + offset, at + offset + size)));
    at += offset + size;
  }
  return events;
};

export const snapshotBytes = (run: { readonly snapshot: TestRun["snapshot"] }): Uint8Array =>
  toBinary(RunSnapshotSchema, run.snapshot);
