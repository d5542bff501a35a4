import { houseOf, isCalled } from "#kit/mail-house.ts";
import type { PassageCandidate } from "../../gen/pincite/evidence/v1/evidence_pb.ts";
import { type Party, PartyRole } from "../../gen/pincite/memo/v1/party_pb.ts";
import { isOfOtherSide, partyOf } from "./speaker.ts";

/**
 * Whom the paper of a passage is addressed to, where that is worth saying: a letter's reader always, a mail's where somebody else than the
 * author wrote it and none of those in its `To` is of the memo: no party, nobody who bears a word of a party's name, nobody of the other side's
 * house or of the sender's own. Where the author is not named among the parties nobody knows who is another, and of mails nothing is said.
 */
export const addresseeToTell = (
  { addressedTo, evidence }: Pick<PassageCandidate, "addressedTo" | "evidence">,
  parties: readonly Party[],
): string => {
  if (evidence?.docType !== "email" || addressedTo === "") return addressedTo;
  const [sender = ""] = evidence.participants;
  const readers = addressedTo.match(/[^,;<>]*<[^<>\s]+@[^<>\s]+>|[^\s,;<>]+@[^\s,;<>]+/gu) ?? [];
  const authors = parties.filter(({ role, names }) => role === PartyRole.AUTHOR && names.length > 0);
  const isOther = authors.length > 0 && readers.length > 0 && !isOfMemo(sender, authors);
  const isKnown = (reader: string) => isOfMemo(reader, parties) || houseOf(reader) === houseOf(sender);
  return isOther && !readers.some(isKnown) ? addressedTo : "";
};

/** Whether a paper is addressed to somebody who is nobody of the memo, as far as its parties are named. */
export const isToAnother = (
  passage: Pick<PassageCandidate, "addressedTo" | "evidence">,
  parties: readonly Party[],
): boolean => {
  if (passage.evidence?.docType === "email") return addresseeToTell(passage, parties) !== "";
  const known = new Set(parties.flatMap(({ names }) => names.flatMap(wordsOf)));
  const words = wordsOf(passage.addressedTo);
  return known.size > 0 && words.length > 0 && !words.some((word) => known.has(word));
};

const isOfMemo = (reader: string, parties: readonly Party[]): boolean => {
  if (partyOf(reader, parties)) return true;
  const house = houseOf(reader);
  const named = new Set(wordsOf(reader.replace(/@[^>\s]*/gu, "")));
  return parties.some(
    (party) =>
      party.names.some(
        (name) => wordsOf(name).some((word) => named.has(word)) || isCalled(house, name.split(/\s+/u)),
      ) ||
      (isOfOtherSide(party) && party.addresses.some((address) => houseOf(address) === house)),
  );
};

const wordsOf = (name: string): string[] => name.toLowerCase().match(/\p{L}{3,}/gu) ?? [];
