import type { Party } from "../../../gen/pincite/memo/v1/party_pb.ts";
import { SpanFlag, Voice } from "../../../gen/pincite/span/v1/span_pb.ts";
import type { RunView } from "../../client/run-view.ts";
import { dateInWords } from "../../export/days.ts";
import { namesInstrument } from "../../export/exhibit-names.ts";
import { nameOf } from "../../export/exhibits.ts";
import type { Speech } from "../../messages/speech.ts";
import { toldDay } from "../../span/told-day.ts";
import { oneLine } from "../text/plain.ts";
import { roleWord } from "./role-words.ts";

/**
 * Who speaks in what an item rests on, what they are in the case, and when: `Stef Brandsma (verhuurder), 14 oktober 2025`.
 * Empty for what rests on no document.
 */
export const spokenLine = (view: RunView, itemId: string, speech: Speech): string => {
  const spoken = view.context?.items?.find((item) => item.itemId === itemId)?.spoken;
  if (!spoken) return "";
  const party = view.intent?.parties.find(({ partyId }) => partyId === spoken.partyId);
  const who = whoText(speakerOf(view, itemId, spoken.voice), party, speech, view.profile);
  const ref = evidenceOf(view, itemId);
  // A binding is of a whole paper, and the words that it points at may have a day of their own, as a row of a table has.
  const own = spoken.day || toldDay(view.pointed?.get(itemId), undefined);
  const day = dateInWords(own, speech.locale) || speech.phrase("item.no-date");
  const isParties = ref?.case === "document" && namesInstrument(ref.value.title);
  return [who || (isParties ? "" : speech.phrase("item.writer-not-known")), day]
    .filter((part) => part !== "")
    .join(", ");
};

const evidenceOf = ({ needMap, ledger }: Pick<RunView, "needMap" | "ledger">, itemId: string) =>
  (
    ledger?.entries.find(({ entryId }) => entryId === itemId) ??
    needMap?.bindings.find(({ bindingId }) => bindingId === itemId)
  )?.evidence?.evidence;

const whoText = (speaker: string, party: Party | undefined, speech: Speech, profile: RunView["profile"]): string => {
  const name = oneLine(speaker === "" ? (party?.names[0] ?? "") : nameOf(speaker), 60);
  if (name === "") return "";
  return `${name} (${party ? roleWord(party, speech.locale, profile) : speech.phrase("item.nobody-whom-you-named")})`;
};

/** The speaker as the source writes them: whoever is quoted, else the author of the document. */
const speakerOf = ({ needMap, ledger }: RunView, itemId: string, voice: Voice): string => {
  const entry = ledger?.entries.find(({ entryId }) => entryId === itemId);
  const ref = evidenceOf({ needMap, ledger }, itemId);
  const author = ref?.case === "document" ? (ref.value.participants[0] ?? "") : "";
  // Not the author's, and nobody knows whose: what somebody typed into a quoted message.
  const isNobody = voice === Voice.UNSPECIFIED && entry?.span?.flags.includes(SpanFlag.NOT_AUTHOR) === true;
  const isOther = voice === Voice.QUOTED || voice === Voice.FORWARDED || voice === Voice.PARTY || isNobody;
  return isOther ? (entry?.span?.speaker ?? "") : author || (entry?.span?.speaker ?? "");
};
