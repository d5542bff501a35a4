import type { ItemPath } from "./citation.ts";
import type { Scanner } from "./scanner.ts";

/**
 * Points as acts of the Union write them (Interinstitutional Style Guide, https://style-guide.europa.eu, "Verwijzingen"): with a bracket behind
 * the mark, or around it in English, a level deeper behind a comma.
 */
const word =
  /\s*,?\s*(?:(onder|onderdeel|onderdelen|sub|letter)\s+(?=\(?\p{L}{1,4}\)|\(?\d{1,2}\))|(punt(?:en)?|points?)\s+(?=\(?(?:\p{Ll}{1,4}|\d{1,2})(?![\p{L}\d])))/iuy;
const bracketed = /\(?([a-z]{1,2}|[ivx]{1,4}|[1-9]\d?)\)/y;
const bare = /([a-z]|[ivx]{2,4}|[1-9]\d?)(?![\p{L}\d)]|[.:]\d)/uy;
const rangeEnd = /(?:\s*[-–]\s*|\s+(?:t\/m|tot\s+en\s+met|to)\s+)(?=\(?\w{1,4}\))/iy;
const beside = /(?:\s*,\s*(?:en|of|and|or)\s+|\s+(?:en|of|and|or)\s+)(?:(?:punt|point|onder)\s+)?(?=\(?\w{1,4}\))/iy;
const next = /\s*,?\s*(?:(?:punt|point|onder)\s+)?(?=\(?\w{1,4}\))/iy;
const roman = /^[ivx]+$/;
/** Points of one pinpoint, and characters in which a bracket that is open in front of a citation is looked for. */
const listMax = 40;
const aroundMax = 300;

/** Reads `punt a)`, `onder a), i)`, `punten a) en c)`, `points (a) to (c)`, `punt 2`, behind "aanhef en" too; undefined where no such point begins here. */
export const readPoints = (scanner: Scanner, hasIntroduction = false): ItemPath[] | undefined =>
  scanner.attempt(() => {
    if (hasIntroduction) scanner.take(/\s*,?\s*(?:en|and)(?=\s)/iy);
    // "(zie art. 7:669 lid 3 onder g)": that bracket closes what is around the citation.
    const before = scanner.text.slice(Math.max(0, scanner.at - aroundMax), scanner.at);
    const isInside = before.lastIndexOf("(") > before.lastIndexOf(")");
    const begun = scanner.take(word);
    if (!begun) return undefined;
    const isOfUnion = begun[2] !== undefined;
    const first = readMark(scanner, isInside) ?? (isOfUnion ? scanner.take(bare)?.[1] : undefined);
    if (first === undefined) return undefined;
    const paths: { marks: string[]; through: string }[] = [{ marks: [first], through: "" }];
    while (paths.length < listMax && readNext(scanner, paths, isInside));
    return paths;
  });

const readMark = (scanner: Scanner, isInside: boolean): string | undefined =>
  scanner.attempt(() => {
    const mark = scanner.take(bracketed);
    return mark && (!isInside || mark[0].startsWith("(")) ? mark[1] : undefined;
  });

/** The end of a range, a point beside the last, or one a level deeper: of another sort than all around it. */
const readNext = (
  scanner: Scanner,
  paths: { marks: string[]; through: string }[],
  isInside: boolean,
): true | undefined =>
  scanner.attempt(() => {
    const path = paths.at(-1);
    if (!path) return undefined;
    const isRange = scanner.take(rangeEnd) !== undefined;
    const isBeside = !isRange && scanner.take(beside) !== undefined;
    if (!isRange && !isBeside && !scanner.take(next)) return undefined;
    const mark = readMark(scanner, isInside);
    if (mark === undefined || (isRange && path.through !== "")) return undefined;
    const last = path.marks.at(-1) ?? "";
    if (isRange) path.through = mark;
    else if (isBeside || !isDeeper(mark, last)) paths.push({ marks: [...path.marks.slice(0, -1), mark], through: "" });
    else path.marks.push(mark);
    return true;
  });

/** `a), i)` and `1), a)` go down; `a), b)` and `h), i)` go on. */
const isDeeper = (mark: string, last: string): boolean => {
  if (/\d/.test(mark) !== /\d/.test(last)) return true;
  return roman.test(mark) && !roman.test(last) && !(mark === "i" && last === "h") && !(mark === "v" && last === "u");
};
