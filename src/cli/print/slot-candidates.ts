import type { EvidenceCandidate } from "../../../gen/pincite/evidence/v1/evidence_pb.ts";
import type { RunView } from "../../client/run-view.ts";
import type { Speech } from "../../words/speech.ts";
import { oneLine } from "../text/plain.ts";

/** How many candidates of a slot are shown below it; the others are listed under the evidence. */
const shownMax = 3;

/** The best candidates of a slot, a line each: day, title, the words found, the id that `--bind` takes. None for other items. */
export const slotCandidateLines = ({ needs }: RunView, itemId: string, { phrase }: Speech): string[] => {
  const candidates =
    needs?.sections
      .flatMap(({ claims }) => claims)
      .flatMap(({ required, optional }) => [...required, ...optional])
      .find(({ slotId }) => slotId === itemId)?.candidates ?? [];
  const more = candidates.length - shownMax;
  return [...candidates.slice(0, shownMax).map(candidateLine), ...(more > 0 ? [phrase("and {1} more", more)] : [])];
};

const candidateLine = ({ occurredAtIso, versionDate, title, snippet, evidenceId }: EvidenceCandidate): string => {
  const words = snippet === "" ? "" : `  “${oneLine(snippet, 110)}”`;
  const day = occurredAtIso.slice(0, 10) || versionDate;
  return `- ${[day, oneLine(title, 50)].filter(Boolean).join("  ")}${words}  ${shortId(evidenceId)}`;
};

/** An evidence id short enough for a line: of a document's digest the first twelve digits, which `--bind` takes in a run. */
export const shortId = (evidenceId: string): string => evidenceId.replace(/^(vault:[0-9a-f]{12})[0-9a-f]{52}$/u, "$1");
