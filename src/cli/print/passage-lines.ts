import type { PassageCandidate } from "../../../gen/pincite/evidence/v1/evidence_pb.ts";
import type { Binding } from "../../../gen/pincite/memo/v1/need_map_pb.ts";
import { Voice } from "../../../gen/pincite/span/v1/span_pb.ts";
import { isChosen, lackingWords, wordsNotSaid } from "../../client/passages.ts";
import { dateInWords } from "../../export/days.ts";
import { namesInstrument } from "../../export/exhibit-names.ts";
import { nameOf } from "../../export/exhibits.ts";
import { placeIn } from "../../export/place-words.ts";
import type { Speech } from "../../messages/speech.ts";
import { speakerOf } from "../../show/passage-speaker.ts";
import { oneLine, wrap } from "../text/plain.ts";
import { toldLines } from "./paper-lines.ts";
import { rankedSaid } from "./ranking.ts";

/** What stands for a slot: what was chosen, and the passage that it is, listed or not. */
interface Stands {
  readonly chosen?: Binding | undefined;
  readonly standing?: PassageCandidate | undefined;
}

/** Passages for one slot, numbered, each with who speaks, when and where, and what stands next. */
export const passageLines = (
  passages: readonly PassageCandidate[],
  { chosen, standing }: Stands,
  claim: string,
  speech: Speech,
): string[] => [
  ...(passages.some((passage) => isChosen(passage, chosen)) ? [] : chosenElsewhere(chosen, standing, claim, speech)),
  ...passages.flatMap((passage, at) => linesOf(passage, at + 1, { isTaken: isChosen(passage, chosen), claim }, speech)),
];

/** Words that were chosen, where they are none of the passages that are listed, with their source and what they do not say. */
const chosenElsewhere = (
  chosen: Binding | undefined,
  standing: PassageCandidate | undefined,
  claim: string,
  speech: Speech,
): string[] => {
  const words = chosen?.locator?.exactQuote ?? "";
  if (words === "") return [];
  const about = standing
    ? [aboutPassage(standing, speech), ...lackingLines(standing, claim, speech), ...toldLines(standing, speech)]
    : [];
  return [`${speech.phrase("choose.chosen")} “${oneLine(words, 400)}”`, ...about]
    .flatMap((line) => wrap(line, 84))
    .map((line) => `         ${line}`);
};

const linesOf = (
  passage: PassageCandidate,
  number: number,
  { isTaken, claim }: { readonly isTaken: boolean; readonly claim: string },
  speech: Speech,
): string[] => {
  const { evidence, locator, after } = passage;
  const words = locator ? `“${oneLine(locator.exactQuote, 400)}”` : oneLine(evidence?.title ?? "", 200);
  const mark = isTaken ? `${speech.phrase("choose.chosen")} ` : "";
  const [first = "", ...rest] = wrap(`${mark}${words}`, 84);
  const about = aboutPassage(passage, speech);
  const next = after === "" ? [] : wrap(speech.phrase("choose.next", { after: oneLine(after, 100) }), 82);
  const notSaid = notSaidLines(passage, speech).flatMap((line) => wrap(line, 82));
  const lacking = [...lackingLines(passage, claim, speech), ...toldLines(passage, speech)].flatMap((line) =>
    wrap(line, 82),
  );
  return [
    `      ${number}  ${first}`,
    ...rest.map((line) => `         ${line}`),
    `         ${about}`,
    ...[...notSaid, ...next, ...lacking, ...wrap(rankedSaid(passage.rankedBy, speech), 82)].map(
      (line) => `         ${line}`,
    ),
  ];
};

/** Who speaks in a passage, when, and where it stands, in one line. */
export const aboutPassage = (passage: PassageCandidate, { phrase, locale }: Speech): string => {
  const { evidence, locator, place, machineRead, addressedTo } = passage;
  const isUnknown = locator !== undefined && !namesInstrument(evidence?.title ?? "");
  return [
    oneLine(nameOf(speakerOf(passage)), 60) || (isUnknown ? phrase("item.writer-not-known") : ""),
    dateInWords(passage.day, locale) || phrase("item.no-date"),
    locator && passage.voice === Voice.QUOTED && evidence?.docType !== "chat"
      ? phrase("choose.quoted-in", { title: oneLine(evidence?.title ?? "", 60) })
      : oneLine(locator ? (evidence?.title ?? "") : (evidence?.address ?? ""), 60),
    addressedTo === "" ? "" : phrase("letter.addressed-to", { name: oneLine(addressedTo, 60) }),
    placeIn(place, locale),
    machineRead ? phrase("item.machine-read") : "",
  ]
    .filter((part) => part !== "")
    .join(", ");
};

/** Words of a claim that a passage does not say, or says of something else. */
export const lackingLines = (passage: PassageCandidate, claim: string, { phrase }: Speech): string[] => {
  const { absent, otherwise } = lackingWords(passage, claim);
  const joined = (words: readonly string[]): string => oneLine(words.join("”, “"), 200);
  return [
    ...(absent.length === 0 ? [] : [phrase("choose.does-not-say", { words: joined(absent) })]),
    ...(otherwise.length === 0 ? [] : [phrase("choose.says-it-of-something-else", { words: joined(otherwise) })]),
  ];
};

/** Words of a passage that its source shows struck through, or so that nobody sees them. */
const notSaidLines = (passage: PassageCandidate, { phrase }: Speech): string[] => {
  const { struck, unseen } = wordsNotSaid(passage);
  const joined = (words: readonly string[]): string => oneLine(words.join("”, “"), 200);
  return [
    ...(struck.length === 0 ? [] : [phrase("item.struck-words", { words: joined(struck) })]),
    ...(unseen.length === 0 ? [] : [phrase("item.unseen-words", { words: joined(unseen) })]),
  ];
};
