import { create } from "@bufbuild/protobuf";
import { Principal_Kind, PrincipalSchema } from "../../../gen/pincite/audit/v1/audit_meta_pb.ts";
import { RulesAdoptedSchema } from "../../../gen/pincite/journal/v1/run_event_pb.ts";
import type { StageRecord } from "../../../gen/pincite/journal/v1/run_snapshot_pb.ts";
import { OrchestratorState, RunLifecycle } from "../../../gen/pincite/run/v1/orchestrator_state_pb.ts";
import { ItemDecision } from "../../../gen/pincite/run/v1/run_context_pb.ts";
import { type Candidate, findingsOf, recordCandidate } from "../build/candidate.ts";
import { stageRecord } from "../fold.ts";
import { type DecisionInput, EventDraft } from "../kernel.ts";
import { inForce, rulesOf } from "../rules.ts";
import { candidateAgain, standing } from "./again.ts";
import { Decision } from "./decision.ts";
import { issueNeeds } from "./needs-issue.ts";
import { adopt, afterBinding } from "./propose.ts";

/** The kernel is the actor: other rules come with a newer program, and no person asks for them. */
const kernel = create(PrincipalSchema, { kind: Principal_Kind.KERNEL, name: "kernel" });

/**
 * What a write starts from. The first one of a program with other rules begins with the event that says so, and with what
 * those rules ask again; the decision is then made as if that stood there before. A finalised run stays as it is.
 */
export const underOwnRules = (input: DecisionInput): DecisionInput => {
  const { snapshot, rules, actor } = input;
  const ended = snapshot.lifecycle === RunLifecycle.FINALISED;
  if (snapshot.eventCount === 0 || ended || inForce(snapshot, rules)) return input;
  const decision = adoptRules(new Decision({ ...input, actor: kernel }));
  const { changes } =
    snapshot.state === OrchestratorState.EVIDENCE_NEEDS ? issueNeeds(decision, {}) : askAgain(decision);
  const { events, artifacts } = changes;
  return {
    ...input,
    actor,
    snapshot: changes.snapshot,
    material: decision.input.material,
    begun: { events, artifacts },
  };
};

/** Records that other rules decide from here on; nothing where they do already. */
export const adoptRules = (decision: Decision): Decision => {
  const { input } = decision;
  const was = rulesOf(input.snapshot);
  if (inForce(input.snapshot, input.rules)) return decision;
  const value = create(RulesAdoptedSchema, {
    fromVersion: was.version,
    toVersion: input.rules.version,
    fromRegisterDigest: was.registerDigest,
    toRegisterDigest: input.rules.registerDigest,
  });
  return decision.add({ event: new EventDraft({ ...input, actor: kernel }).event({ case: "rulesAdopted", value }) });
};

/**
 * Puts what is under review forward again where it comes to other items or findings than are on record; what did not change
 * stays decided. An intent rests on its own words alone, under all rules.
 */
export const askAgain = (decision: Decision): Decision => {
  const { input } = decision;
  const { state } = input.snapshot;
  const record = stageRecord(input.snapshot, state);
  if (!record?.proposal || state === OrchestratorState.INTENT_SEED || state === OrchestratorState.EVIDENCE_NEEDS)
    return decision;
  const candidate = candidateAgain(input, standing(record.items));
  if (!candidate || isAsRecorded(candidate, record)) return decision;
  decision.add(recordCandidate({ ...input, actor: kernel }, candidate));
  return afterBinding(adopt(decision, candidate));
};

/** A rejected item is settled, whatever it comes to now. */
const isAsRecorded = (candidate: Candidate, record: StageRecord): boolean => {
  const recorded = record.items.filter((item) => item.decision !== ItemDecision.REJECT);
  const same = candidate.items.every((item, at) => item.fingerprint === recorded[at]?.fingerprint);
  if (!same || recorded.length !== candidate.items.length) return false;
  const findings = findingsOf(candidate, candidate.items);
  return (
    findings.length === record.findings.length &&
    findings.every(({ subjectId, rule, startChar, endChar }, at) => {
      const other = record.findings[at];
      return (
        other?.subjectId === subjectId &&
        other.rule === rule &&
        other.startChar === startChar &&
        other.endChar === endChar
      );
    })
  );
};
