import { actId } from "./act-titles.ts";
import { type ProvisionAddress, step } from "./address.ts";
import type { FoundCitation, ItemPath, NumberRange, Pinpoint, Provision } from "./citation.ts";
import { addressLawId, lawIdNamed } from "./eu-acts.ts";
import type { KnownLaw } from "./known-law.ts";
import type { LawTable } from "./law-table.ts";
import type { NamedPlace } from "./reading.ts";

/** Places that one citation may name; what is longer is a list of everything, and no citation. */
const placesMax = 400;

/** Every place that a citation of a statute names: each number, each end of a range, with each lid and item of it. */
export const placesOf = ({ citation, spots, start, end }: FoundCitation, laws: LawTable): NamedPlace[] => {
  const words = citation.law || citation.lawRaw;
  const law = citation.law === "" || citation.isEnglish ? undefined : laws.byShort(citation.law);
  const named = (number: string) =>
    citation.isEnglish ? { lawId: actId(words), law: words } : lawOf(law, words, number);
  return citation.provisions
    .flatMap((provision, index) => {
      const spot = spots[index] ?? { start, end };
      return addressesOf(provision, named).map((address) => ({ address, ...spot }));
    })
    .slice(0, placesMax);
};

const addressesOf = (
  provision: Provision,
  named: (number: string) => Pick<ProvisionAddress, "lawId" | "law">,
): ProvisionAddress[] => {
  const ways = provision.pinpoints.flatMap(waysOf);
  const numbers = ends(provision);
  return numbers.flatMap((number, rank) => {
    // The parts are those of the last number: "7:669 tot en met 7:671 lid 2".
    const steps = rank === numbers.length - 1 && ways.length > 0 ? ways : [[]];
    return steps.map((way) => ({ kind: "provision" as const, ...named(number), number, steps: way }));
  });
};

const lawOf = (law: KnownLaw | undefined, words: string, number: string) => {
  if (!law) return { lawId: lawIdNamed(words), law: words };
  const id = law.books ? law.books[/^(\d+A?):/.exec(number)?.[1] ?? ""] : law.id || law.elsewhere;
  return { lawId: addressLawId(id ?? ""), law: law.short };
};

const ends = ({ number, through }: NumberRange): string[] => (through === "" ? [number] : [number, through]);

const waysOf = (pinpoint: Pinpoint): string[][] => {
  const leden = pinpoint.paragraphs.flatMap(ends).map((mark) => [step("lid", mark)]);
  const items = pinpoint.items.flatMap(itemWays);
  const sentences = pinpoint.sentences.map((rank) => [step("volzin", String(rank))]);
  const levels = [leden, items, sentences].filter((level) => level.length > 0);
  return levels.reduce<string[][]>(
    (ways, level) => ways.flatMap((way) => level.map((next) => [...way, ...next])),
    [[]],
  );
};

const itemWays = ({ marks, through }: ItemPath): string[][] => {
  const way = marks.map((mark) => step("onder", mark));
  return through === "" ? [way] : [way, [...way.slice(0, -1), step("onder", through)]];
};
