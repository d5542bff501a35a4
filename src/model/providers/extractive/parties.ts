import type { MessageInitShape } from "@bufbuild/protobuf";
import type { EvidenceCandidate } from "../../../../gen/pincite/evidence/v1/evidence_pb.ts";
import { PartyRole, type PartySchema } from "../../../../gen/pincite/memo/v1/party_pb.ts";
import type { TurnContext } from "../../../../gen/pincite/model/v1/model_call_pb.ts";
import { letterPeople } from "./letter.ts";
import { asWritten } from "./prose.ts";

type PartyData = MessageInitShape<typeof PartySchema>;

/** At most so many are put forward: a mailing list is no list of parties. */
const partiesMax = 8;

/**
 * The people in the headers of what the user pinned, for the user to confirm or mend: who wrote the letter that is answered,
 * or else the first mail, is the other side, whom it went to first is the author, and who writes from the other side's domain
 * is taken to speak for it.
 */
export const partiesFrom = (context: TurnContext): PartyData[] => {
  const answered = context.run?.answeredLetter?.evidenceId;
  const mails = (context.evidenceSet?.entries ?? [])
    .flatMap(({ pinned, candidate }) =>
      pinned && candidate?.docType === "email" && candidate.participants.length > 0 ? [candidate] : [],
    )
    .toSorted((a, b) => Number(b.evidenceId === answered) - Number(a.evidenceId === answered));
  const [letter] = mails;
  // A letter that is no mail names its people itself; headers of other pins say nothing of who writes to whom in it.
  if (answered !== undefined && letter?.evidenceId !== answered) return letterPeople(context);
  if (!letter) return [];
  const [opponent = "", author = ""] = letter.participants;
  const others = mails.flatMap(({ participants }: EvidenceCandidate) => participants);
  const rest = [...new Set(others)].filter((person) => person !== opponent && person !== author);
  const speaksFor = (person: string): PartyRole =>
    domainOf(person) !== "" && domainOf(person) === domainOf(opponent) ? PartyRole.REPRESENTATIVE : PartyRole.THIRD;
  const all: [string, PartyRole][] = [
    [author, PartyRole.AUTHOR],
    [opponent, PartyRole.OPPONENT],
    ...rest.map((person): [string, PartyRole] => [person, speaksFor(person)]),
  ];
  return all.flatMap(([person, role]) => partyOf(person, role)).slice(0, partiesMax);
};

const header = /^(?<name>[^<]*)<(?<address>[^<>\s@]+@[^<>\s@]+)>$/u;

const addressOf = (person: string): string =>
  header.exec(person)?.groups?.address ?? (/^[^\s<>@]+@[^\s<>@]+$/u.test(person) ? person : "");

const domainOf = (person: string): string => addressOf(person).split("@")[1]?.toLowerCase() ?? "";

const partyOf = (person: string, role: PartyRole): PartyData[] => {
  const address = addressOf(person);
  const name = asWritten((header.exec(person)?.groups?.name ?? person).trim(), 120) || address;
  if (name === "" || address.length > 254 || name.length > 120) return [];
  return [{ names: [name], addresses: address === "" ? [] : [address], role }];
};
