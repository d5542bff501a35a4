import { houseOf } from "#kit/mail-house.ts";
import type { IntentSeed } from "../../gen/pincite/memo/v1/intent_pb.ts";
import { type LetterReading, LetterRole } from "../../gen/pincite/memo/v1/letter_pb.ts";
import { isOfOtherSide, partyOf } from "./speaker.ts";

/** The people of a case: the parties of its memo and the writers of the letter that is answered. */
interface Sides {
  readonly intent?: Pick<IntentSeed, "parties"> | undefined;
  readonly letterReading?: Pick<LetterReading, "parties"> | undefined;
}

/** Whether the other side may speak: a party of it, whoever signed the letter, somebody of its house, or nobody knows who. */
export const mayBeTheirs = (speaker: string, { intent, letterReading }: Sides): boolean => {
  if (speaker === "") return true;
  const parties = intent?.parties ?? [];
  const found = partyOf(speaker, parties);
  if (found) return isOfOtherSide(found);
  const writers = (letterReading?.parties ?? []).filter(({ role }) => role === LetterRole.WRITER);
  const theirs = [
    ...writers.map(({ address }) => address),
    ...parties.filter(isOfOtherSide).flatMap((one) => one.addresses),
  ];
  const house = houseOf(speaker);
  return (
    (house !== "" && theirs.some((address) => houseOf(address) === house)) ||
    writers.some(({ name }) => name !== "" && speaker.toLowerCase().includes(name.toLowerCase()))
  );
};
