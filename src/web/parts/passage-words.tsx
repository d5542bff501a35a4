import type { PassageCandidate } from "../../../gen/pincite/evidence/v1/evidence_pb.ts";
import { dateInWords } from "../../export/days.ts";
import { namesInstrument } from "../../export/exhibit-names.ts";
import { nameOf } from "../../export/exhibits.ts";
import { placeIn } from "../../export/place-words.ts";
import { speakerOf } from "../../show/passage-speaker.ts";
import { useWords } from "../words/use-words.ts";
import { Ranges } from "./ranges.tsx";

/** A passage with who speaks in it, when, and where it stands. */
export const PassageWords = ({ passage }: { readonly passage: PassageCandidate }) => {
  const { say, speech } = useWords();
  const { evidence, locator, place, day, machineRead, addressedTo } = passage;
  const isUnknown = locator !== undefined && !namesInstrument(evidence?.title ?? "");
  const about = [
    nameOf(speakerOf(passage)) || (isUnknown ? say("item.writer-not-known") : ""),
    dateInWords(day, speech.locale) || say("item.no-date"),
    locator ? (evidence?.title ?? "") : (evidence?.address ?? ""),
    addressedTo === "" ? "" : say("letter.addressed-to", { name: addressedTo }),
    placeIn(place, speech.locale),
    machineRead ? say("item.machine-read") : "",
  ].filter((part) => part !== "");
  return (
    <>
      <blockquote>
        {locator ? (
          <Ranges text={locator.exactQuote} ranges={passage.marked} struck={passage.struck} unseen={passage.unseen} />
        ) : (
          <bdi>{evidence?.title}</bdi>
        )}
      </blockquote>
      <p className="note">{about.join(" · ")}</p>
    </>
  );
};
