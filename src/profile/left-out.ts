import type { WorkflowProfile } from "../../gen/pincite/memo/v1/workflow_profile_pb.ts";
import { type ProfileProblem, when } from "./profile-problem.ts";

/** What a profile that can be used leaves out, and what is taken in its place. */
export const leftOut = (profile: WorkflowProfile): ProfileProblem[] => [
  ...when(profile.answers === undefined, "answers", "left out; the words of common.txtpb are taken"),
  ...when((profile.frame?.subject.length ?? 0) === 0, "frame.subject", "left out; a memo without a title has none"),
  ...when((profile.frame?.opening.length ?? 0) === 0, "frame.opening", "left out; the words of common.txtpb are taken"),
  ...when((profile.frame?.ending.length ?? 0) === 0, "frame.ending", "left out; the words of common.txtpb are taken"),
  ...when(profile.notFor.length === 0, "not_for", "left out; nobody is told what the memo is not for"),
  ...when(profile.adversePoints.length === 0, "adverse_points", "left out; nobody is told what will be raised"),
  ...when(profile.lawSources.length === 0, "law_sources", "left out; no law is fetched, and the memo cites none"),
  ...profile.claimKinds.flatMap(({ asks, standingClaim, announcement, required }, at) => [
    ...when(
      asks.length === 0 && required,
      `claim_kinds[${at}].asks`,
      "left out; nothing is asked for a claim that is required",
    ),
    ...when(
      standingClaim.length === 0 && required,
      `claim_kinds[${at}].standing_claim`,
      "left out; only the person can say it",
    ),
    ...when(
      announcement.length === 0,
      `claim_kinds[${at}].announcement`,
      "left out; the label stands before the topic",
    ),
  ]),
];
