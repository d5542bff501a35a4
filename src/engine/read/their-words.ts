import { houseOf } from "#kit/mail-house.ts";
import { LetterRole } from "../../../gen/pincite/memo/v1/letter_pb.ts";
import { isOfOtherSide, partyOf } from "../../grounding/speaker.ts";
import type { Material } from "../../run/kernel.ts";
import type { SoughtSentence } from "../../run/sought.ts";

/** As the contracts have them: of a text that is asked with, and of words that are told. */
const textMax = 1_000;
export const wordsMax = 1_000;

/** Whether the other side may speak: a party of it, whoever signed the letter, somebody of its house, or nobody knows who. */
export const mayBeTheirs = (speaker: string, { intent, letterReading }: Material): boolean => {
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

/** What asks a paper, or with an empty id all papers, for sentences near a text. */
export const soughtIn = (evidenceId: string, text: string): SoughtSentence => ({
  text: text.slice(0, textMax),
  docUid: evidenceId.slice("vault:".length),
  days: [],
  speakers: [],
  answeredDocUid: "",
  ofAnsweredLetter: false,
  authors: [],
  ofAuthor: false,
  ofRequest: false,
  asSearch: false,
});
