import { SpanFlag, type SpanRef } from "../../../gen/pincite/span/v1/span_pb.ts";
import type { RunView } from "../../client/run-view.ts";
import { nameOf } from "../../export/exhibits.ts";
import { isMessage, placeIn } from "../../export/place-words.ts";
import { messageBy, otherVoice } from "../../export/said-by.ts";
import type { Speech } from "../../messages/speech.ts";
import { oneLine } from "../text/plain.ts";
import { roleWord } from "./role-words.ts";
import { spokenLine } from "./spoken-line.ts";

/** Who speaks in what an item rests on: of words that a binding points at, in these words, where they are not their paper's author's. */
export const saidLine = (view: RunView, itemId: string, speech: Speech): string =>
  pointedLine(view, itemId, speech) ?? spokenLine(view, itemId, speech);

/**
 * Whose words a binding points at, with the place of a message: `bericht 6 van Fleur Gedroomd (namens de werkgever), 17 december 2025 om
 * 09:20`. Undefined: their paper's author's, or nobody asked the Vault.
 */
export const pointedLine = (view: RunView, itemId: string, speech: Speech): string | undefined => {
  const pointed = view.pointed?.get(itemId);
  return pointed && othersLine(view, pointed, speech);
};

/** Whose words they are, with the place of a message; undefined: their paper's author's. */
const othersLine = ({ intent, profile }: RunView, span: SpanRef, speech: Speech): string | undefined => {
  const { voice, flags, address, segmentDateText } = span;
  if (!flags.includes(SpanFlag.NOT_AUTHOR)) return undefined;
  const name = oneLine(nameOf(span.speaker), 60);
  const party = intent?.parties.find(({ names }) => names.includes(name));
  const speaker = party ? `${name} (${roleWord(party, speech.locale, profile)})` : name;
  const said = { voice, speaker, dateText: oneLine(segmentDateText, 80) };
  const told = isMessage(span) ? messageBy(placeIn(address, speech.locale), said, speech) : otherVoice(said, speech);
  return told ?? speech.phrase("item.writer-not-known");
};
