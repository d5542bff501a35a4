import type { EvidenceCandidate } from "../../../gen/pincite/evidence/v1/evidence_pb.ts";
import type { EvidenceSlot } from "../../../gen/pincite/memo/v1/evidence_needs_pb.ts";
import { SlotKind } from "../../../gen/pincite/run/v1/run_context_pb.ts";
import type { RunView } from "../../client/run-view.ts";
import type { Speech } from "../../messages/speech.ts";
import { oneLine } from "../text/plain.ts";
import { candidateNotes } from "./candidates.ts";

/** How many candidates of a slot are shown below it; the others are listed under the evidence. */
const shownMax = 3;

/** The best candidates of a slot, a line each: day, title, the words found, the id that `--bind` takes. None for other items. */
export const slotCandidateLines = (view: RunView, itemId: string, speech: Speech): string[] => {
  const candidates = slotNamed(view, itemId)?.candidates ?? [];
  const more = candidates.length - shownMax;
  const lines = candidates.slice(0, shownMax).map((candidate) => candidateLine(candidate, speech));
  return [...lines, ...(more > 0 ? [speech.phrase("item.and-more", { count: more })] : [])];
};

/** How an absence is bound: the hits of its last search are looked at, then each is dismissed. None for other slots. */
export const absenceLines = (view: RunView, slotId: string, { itemTyped }: Speech): string[] => {
  const slot = slotNamed(view, slotId);
  const found = slot?.kind === SlotKind.ABSENCE ? slot.searchResultIds.at(-1) : undefined;
  if (found === undefined) return [];
  return [
    `  pincite tool hits ${found}`,
    `  pincite run propose ${view.context.runId} --bind ${itemTyped(slotId)}=${found} --dismiss 'vault:…=…'`,
  ];
};

const slotNamed = ({ needs }: RunView, slotId: string): EvidenceSlot | undefined =>
  needs?.sections
    .flatMap(({ claims }) => claims)
    .flatMap(({ required, optional }) => [...required, ...optional])
    .find((slot) => slot.slotId === slotId);

const candidateLine = (candidate: EvidenceCandidate, speech: Speech): string => {
  const { occurredAtIso, versionDate, title, snippet, evidenceId } = candidate;
  const notes = candidateNotes(candidate, speech)
    .map((note) => ` (${note})`)
    .join("");
  const words = snippet === "" ? "" : `  “${oneLine(snippet, 110)}”`;
  const day = occurredAtIso.slice(0, 10) || versionDate;
  return `- ${[day, oneLine(title, 50)].filter(Boolean).join("  ")}${words}  ${shortId(evidenceId)}${notes}`;
};

/** An evidence id short enough for a line: of a document's digest the first twelve digits, which `--bind` takes in a run. */
export const shortId = (evidenceId: string): string => evidenceId.replace(/^(vault:[0-9a-f]{12})[0-9a-f]{52}$/u, "$1");
