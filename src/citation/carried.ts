import type { FoundCitation } from "./citation.ts";

/**
 * The citation where the law has no article of the number at rank `lost`: that one and what goes before it then name no law,
 * and only what stands behind it is of that law.
 */
export const lawFrom = (found: FoundCitation, lost: number): FoundCitation[] => {
  const { citation, spots, start, end } = found;
  const { lawReadAs, numbersReadAs = "", ...plain } = citation;
  const [before, behind] = [citation.provisions.slice(0, lost + 1), citation.provisions.slice(lost + 1)];
  const told = numbersReadAs
    .split("; ")
    .filter((part) => part !== "" && !before.some(({ number }) => part.startsWith(`${number} `)))
    .join("; ");
  const carried = (found.carried ?? []).filter((rank) => rank > lost).map((rank) => rank - lost - 1);
  return [
    {
      citation: { ...plain, law: "", provisions: before },
      start,
      end: spots[lost]?.end ?? end,
      spots: spots.slice(0, lost + 1),
    },
    {
      citation: { ...plain, ...(lawReadAs && { lawReadAs }), provisions: behind, ...(told && { numbersReadAs: told }) },
      start: spots[lost + 1]?.start ?? start,
      end,
      spots: spots.slice(lost + 1),
      ...(carried.length > 0 && { carried }),
    },
  ];
};
