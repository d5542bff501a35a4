import type { RunView } from "../../client/run-view.ts";
import type { Speech } from "../../messages/speech.ts";
import { wrap } from "../text/plain.ts";

/**
 * The laws that claims of the outline rest on, by their kinds, where nothing of them was found: they are not loaded, or say nothing
 * of it. Each once, with the commands that get them: of what comes with the program, and for each day by which one is read.
 */
export const lawNeededLines = ({ needs, skeleton, profile }: RunView, speech: Speech): string[] => {
  const open = (needs?.sections ?? [])
    .flatMap(({ claims }) => claims)
    .filter(({ required, optional }) =>
      [...required, ...optional].some(({ source, candidates }) => source === "law" && candidates.length === 0),
    )
    .map(({ claimId }) => claimId);
  const needing = (skeleton?.sections ?? [])
    .flatMap(({ claims }) => claims)
    .filter(({ claimId }) => open.includes(claimId));
  const kinds = needing.map(({ claimKind }) => claimKind);
  const days = [...new Set(needing.map(({ lawDate }) => lawDate))].toSorted();
  const ids = (profile?.claimKinds ?? []).flatMap(({ name, lawIds }) => (kinds.includes(name) ? lawIds : []));
  // A kind that names none may rest on any law of its memo.
  const laws = (profile?.lawSources ?? [])
    .filter(({ lawId }) => ids.length === 0 || ids.includes(lawId))
    .map(({ name }) => name);
  if (kinds.length === 0 || laws.length === 0 || profile === undefined) return [];
  return [
    ...wrap(speech.phrase("wants.of-these-laws-nothing-was-found", { laws: laws.join(", ") }), 92),
    "  pincite law add",
    ...days.map((day) => `  pincite law fetch --profile ${profile.profileId}${day === "" ? "" : ` --on ${day}`}`),
  ];
};
