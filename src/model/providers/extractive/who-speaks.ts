import { inSpokenOrder } from "#kit/spoken-name.ts";
import type { EvidenceCandidate } from "../../../../gen/pincite/evidence/v1/evidence_pb.ts";
import { PartyRole } from "../../../../gen/pincite/memo/v1/party_pb.ts";
import { ReaderKind } from "../../../../gen/pincite/memo/v1/workflow_profile_pb.ts";
import type { TurnContext } from "../../../../gen/pincite/model/v1/model_call_pb.ts";
import { partyOf } from "../../../grounding/speaker.ts";
import { authorOf } from "../../../run/seen.ts";

/** Whether the author of the memo wrote a document. */
export const isAuthors = (context: TurnContext, candidate: EvidenceCandidate): boolean =>
  isSpeakerAuthor(context, authorOf(candidate));

/**
 * Who speaks in a quoted passage, as the memo knows them: the name of the party that a paper may write otherwise (a nickname in a chat,
 * a name as an address book files it), else the name as it is said. Without the mail address.
 */
export const speakerName = ({ intent }: TurnContext, speaker: string): string => {
  const party = partyOf(speaker, intent?.parties ?? []);
  return party?.names[0] ?? inSpokenOrder(speaker.replace(/\s*<.*$/u, "").trim());
};

/** Whether it is the author of the memo who speaks, by the name that a paper gives the speaker. */
export const isSpeakerAuthor = ({ intent }: TurnContext, speaker: string): boolean =>
  partyOf(speaker, intent?.parties ?? [])?.role === PartyRole.AUTHOR;

/** Whether it is the one the memo goes to who speaks: a letter to the other side says `u` to nobody else. */
export const isSpeakerReader = ({ intent, profile }: TurnContext, speaker: string): boolean => {
  const reader = profile?.readers.find(({ name }) => name === intent?.audience);
  return reader?.kind === ReaderKind.OPPONENT && partyOf(speaker, intent?.parties ?? [])?.role === PartyRole.OPPONENT;
};
