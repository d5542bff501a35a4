import type { WorkflowProfile } from "../../gen/pincite/memo/v1/workflow_profile_pb.ts";
import type { PlainId } from "../messages/said.ts";

/** A field that is left out, with the message that says what is taken in its place. */
export interface LeftOut {
  readonly path: string;
  readonly said: PlainId;
}

const when = (isLeftOut: boolean, path: string, said: PlainId): LeftOut[] => (isLeftOut ? [{ path, said }] : []);

/** What a profile that can be used leaves out, and what is taken in its place. */
export const leftOut = (profile: WorkflowProfile): LeftOut[] => [
  ...when(profile.answers === undefined, "answers", "profile.left-out-common"),
  ...when((profile.answers?.ownLetter.length ?? 1) === 0, "answers.own_letter", "profile.left-out-common"),
  ...when((profile.answers?.otherLetter.length ?? 1) === 0, "answers.other_letter", "profile.left-out-common"),
  ...when((profile.answers?.templates.length ?? 1) === 0, "answers.templates", "profile.left-out-common"),
  ...when((profile.demands?.sum.length ?? 1) === 0, "demands.sum", "profile.left-out-common"),
  ...when((profile.demands?.dueDay.length ?? 1) === 0, "demands.due_day", "profile.left-out-common"),
  ...when(profile.demands === undefined, "demands", "profile.left-out-common"),
  ...when((profile.frame?.subject.length ?? 0) === 0, "frame.subject", "profile.left-out-title"),
  ...when((profile.frame?.opening.length ?? 0) === 0, "frame.opening", "profile.left-out-common"),
  ...when((profile.frame?.ending.length ?? 0) === 0, "frame.ending", "profile.left-out-common"),
  ...when(profile.meantFor.length === 0, "meant_for", "profile.left-out-meant-for"),
  ...when(profile.notFor.length === 0, "not_for", "profile.left-out-not-for"),
  ...when(profile.adversePoints.length === 0, "adverse_points", "profile.left-out-adverse"),
  ...when(profile.lawSources.length === 0, "law_sources", "profile.left-out-laws"),
  ...profile.claimKinds.flatMap(({ asks, standingClaim, announcement, required }, at) => [
    ...when(asks.length === 0 && required, `claim_kinds[${at}].asks`, "profile.left-out-asks"),
    ...when(standingClaim.length === 0 && required, `claim_kinds[${at}].standing_claim`, "profile.left-out-standing"),
    ...when(announcement.length === 0, `claim_kinds[${at}].announcement`, "profile.left-out-announcement"),
  ]),
];
