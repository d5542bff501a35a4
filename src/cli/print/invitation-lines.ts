import {
  type IssuedInvitation,
  IssuedInvitation_State as State,
} from "../../../gen/pincite/access/v1/access_service_pb.ts";
import type { Relation_Kind as Kind } from "../../../gen/pincite/access/v1/relation_pb.ts";
import type { PlainId, Speech } from "../../messages/speech.ts";
import { table } from "../text/table.ts";
import { kindWords, minuteOf } from "./access-lines.ts";

interface Made {
  readonly kind: Kind;
  readonly invitationId: string;
  readonly untilIso: string;
  readonly pageUrl: string;
  readonly link: string;
}

const stateIds: Readonly<Partial<Record<State, PlainId>>> = {
  [State.OPEN]: "access.invitation-open",
  [State.TAKEN_BACK]: "access.invitation-taken-back",
  [State.ENDED]: "access.invitation-ended",
};

const stateWords = ({ phrase }: Speech, { state, usedBy }: IssuedInvitation): string => {
  if (state === State.USED) return phrase("access.invitation-used-by", { name: usedBy?.subject ?? "?" });
  const id = stateIds[state];
  return id ? phrase(id) : `?${state}`;
};

/** Invitations into a run, at a terminal. */
export const invitationLines = {
  /** The link alone on its line, then what it does. */
  made: (speech: Speech, { kind, invitationId, untilIso, pageUrl, link }: Made): string[] => [
    link,
    speech.phrase("access.invitation-made", { does: kindWords(speech, kind), until: minuteOf(untilIso), invitationId }),
    ...(pageUrl === "" ? [speech.phrase("access.invitation-without-page")] : []),
  ],

  /** A line for each. */
  list: (speech: Speech, invitations: readonly IssuedInvitation[]): string[] => {
    const { phrase } = speech;
    if (invitations.length === 0) return [phrase("access.no-invitations")];
    return table(
      invitations.map((one) => {
        const time = minuteOf(one.timeIso);
        return [
          one.invitationId,
          kindWords(speech, one.kind),
          phrase("access.invitation-until", { until: minuteOf(one.untilIso) }),
          one.by ? phrase("access.by-on", { name: one.by.subject, time }) : phrase("access.by-account-on", { time }),
          stateWords(speech, one),
        ];
      }),
    );
  },
};
