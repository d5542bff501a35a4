import type { Citation, ItemPath, NumberRange, Pinpoint, Provision } from "./citation.ts";
import type { LawTable } from "./law-table.ts";
import { ordinal } from "./ordinals.ts";
import { recitalIn, recitalNumber } from "./recital-parser.ts";

/** `short` for footnotes and letters, `full` for running text, `long` like full with the law's name written out. */
export type CitationStyle = "short" | "full" | "long";

/** "a", "a en b", "a, b en c". */
const list = (parts: readonly string[]): string =>
  parts.length < 2 ? parts.join("") : `${parts.slice(0, -1).join(", ")} en ${parts.at(-1)}`;

/**
 * Writes a citation. Total: every citation has a rendering, and reading it again gives the same citation.
 * `laws` has the long names; without it `long` is `full`.
 * Short: `art. 7:669 lid 3 onder g BW`. Full: `artikel 7:669, derde lid, aanhef en onderdeel g, BW`.
 */
export const renderDutch = (citation: Citation, style: CitationStyle, laws?: LawTable): string => {
  if (citation.kind === "case") return citation.caseNumber;
  if (citation.provisions.every((provision) => provision.number === "")) return citation.lawRaw;
  if (citation.provisions.every(({ number }) => recitalIn(number) !== undefined))
    return `${recitalNumber(list(citation.provisions.map(recitalsOf)))} ${renderLaw(citation, style, laws)}`;
  const isFull = style !== "short";
  const provisions = citation.provisions.map((provision) => renderProvision(provision, isFull));
  const text = joinProvisions(citation.provisions, provisions, isFull);
  const law = renderLaw(citation, style, laws);
  const hasPinpoint = (citation.provisions.at(-1)?.pinpoints.length ?? 0) > 0;
  return `${text}${law && isFull && hasPinpoint ? "," : ""}${law && ` ${law}`}`;
};

const recitalsOf = ({ number, through }: Provision): string =>
  [number, through].flatMap((each) => recitalIn(each) ?? []).join(" t/m ");

/** After a pinpoint the keyword is repeated: `art. 5 lid 1 en art. 7`, since `en 7` would be another lid. */
const joinProvisions = (provisions: readonly Provision[], texts: readonly string[], isFull: boolean): string => {
  const isPlural = isFull && provisions.length > 1 && provisions.every((each) => each.pinpoints.length === 0);
  const word = isFull ? "artikel" : "art.";
  const isRange = isFull && provisions.some((each) => each.through);
  let text = `${isPlural || isRange ? (isFull ? "artikelen" : "art.") : word} ${texts[0]}`;
  for (let index = 1; index < texts.length; index++) {
    const before = provisions[index - 1]?.pinpoints.length ?? 0;
    const isJo = provisions[index]?.relation === "jo";
    const joint = isJo ? " jo." : index < texts.length - 1 && provisions[index + 1]?.relation !== "jo" ? "," : " en";
    text += `${isFull && before > 0 && joint !== "," ? "," : ""}${joint} ${before > 0 ? `${word} ` : ""}${texts[index]}`;
  }
  return text;
};

const renderProvision = (provision: Provision, isFull: boolean): string => {
  const through = provision.through && ` ${isFull ? "tot en met" : "t/m"} ${provision.through}`;
  const head = `${provision.number}${through}${provision.andFollowing ? " e.v." : ""}${provision.former ? " (oud)" : ""}`;
  const pinpoints = provision.pinpoints.map((pinpoint) => renderPinpoint(pinpoint, isFull));
  return pinpoints.reduce((text, pinpoint, index) => {
    const joint =
      index === 0 ? (isFull ? ", " : " ") : provision.pinpoints[index]?.relation === "jo" ? " jo. " : " en ";
    return `${text}${joint}${pinpoint}`;
  }, head);
};

const renderPinpoint = (pinpoint: Pinpoint, isFull: boolean): string => {
  const items = renderItems(pinpoint.items, isFull);
  const introductory = pinpoint.introductory ? (items ? `aanhef en ${items}` : "aanhef") : items;
  const sentences = pinpoint.sentences.map((rank) => (rank === -1 ? "laatste" : ordinal(rank)));
  const parts = [
    renderParagraphs(pinpoint.paragraphs, isFull),
    introductory,
    sentences.length > 0 && `${list(sentences)} volzin`,
  ];
  return parts.filter(Boolean).join(isFull ? ", " : " ");
};

const renderParagraphs = (ranges: readonly NumberRange[], isFull: boolean): string => {
  if (ranges.length === 0) return "";
  const isPlain = ranges.every(({ number, through }) => /^\d*$/.test(number + through));
  if (isFull && isPlain) {
    const words = ranges.map(
      ({ number, through }) => ordinal(Number(number)) + (through && ` tot en met ${ordinal(Number(through))}`),
    );
    return `${list(words)} lid`;
  }
  return `lid ${list(ranges.map(({ number, through }) => number + (through && ` t/m ${through}`)))}`;
};

const renderItems = (items: readonly ItemPath[], isFull: boolean): string => {
  if (items.length === 0) return "";
  const isFlat = items.every((item) => item.marks.length === 1);
  const end = (item: ItemPath) => item.through && ` ${isFull ? "tot en met" : "t/m"} ${item.through}`;
  // Only marks that cannot be taken for an article may stand without their word.
  if (isFlat && items.every((item) => /^[a-zA-Z]/.test(item.marks[0] ?? ""))) {
    const word = isFull ? (items.length > 1 || items[0]?.through ? "onderdelen" : "onderdeel") : "onder";
    return `${word} ${list(items.map((item) => item.marks[0] + end(item)))}`;
  }
  return list(
    items.map(
      (item) =>
        item.marks
          .map((mark, level) => `${level === 0 && isFull ? "onderdeel" : "onder"} ${mark}`)
          .join(isFull ? ", " : " ") + end(item),
    ),
  );
};

const neuter = /(?:wetboek|besluit|verdrag|protocol|reglement)\b/i;

const renderLaw = (citation: Citation, style: CitationStyle, laws: LawTable | undefined): string => {
  if (citation.kind === "anaphora") return citation.lawRaw;
  if (citation.law === "")
    return !citation.lawRaw || /\p{Lu}.*\p{Lu}/u.test(citation.lawRaw.split(" ")[0] ?? "")
      ? citation.lawRaw
      : `van de ${citation.lawRaw}`;
  const law = style === "long" ? laws?.byShort(citation.law) : undefined;
  if (!law) return citation.law;
  return `van ${neuter.test(law.long) ? "het" : "de"} ${law.long}`;
};
