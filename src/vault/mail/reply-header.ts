import { type HeaderFields, mayBeNotesHeader, readFields, readNotesHeader } from "./header-fields.ts";
import { isRule, mayBeShaped, type ShapedHeader, shapedAttribution, shapedFields } from "./header-shapes.ts";

/** A line, or a block of lines, that introduces somebody else's words. */
export interface ReplyHeader {
  /** How many lines it takes. */
  readonly lineCount: number;
  readonly speaker: string;
  /** As written there. */
  readonly dateText: string;
  readonly forwarded: boolean;
  /** True for `Op … schreef X:` forms, whose quotation is normally marked with `>` below them. */
  readonly attribution: boolean;
  /** True where its shape alone speaks for it, and prose might have that shape too. */
  readonly unsure?: boolean;
}

/** Longer lines are prose; the bound also keeps every pattern below cheap on hostile input. */
const lineCharsMax = 300;

/** `-----Original Message-----` and its kin: words between dashes, or the fixed phrases of mail programs. */
const originalMarker =
  /^[-_ ]{2,}\s*(?:original message|original appointment|oorspronkelijk bericht|urspr.ngliche nachricht)\s*[-_ ]{0,40}$/i;
const forwardMarker =
  /^(?:[-_ ]{2,}\s*(?:(?:start of |begin |begin van )?(?:forwarded (?:message|text|mail|letter)(?: (?:from|van) .{1,120}?)?|doorgestuurd (?:bericht|door\b.{0,160})|weitergeleitete nachricht)|forwarded by\b.{0,160})\s*[-_ ]{0,60}|begin forwarded message:|begin doorgestuurd bericht:|anfang der weitergeleiteten nachricht:)$/i;
/** What is left of a marker that was too long for its line: the time, the dashes. */
const markerRest = /^(?:(?:\d{1,2}:\d{2}(?::\d{2})?\s?)?(?:[ap]m)?\s*)?[-_ ]{5,}$/i;

/** Attribution lines: [pattern, group of the speaker, group of the date]. Dutch, English, German. */
const attributions: readonly (readonly [RegExp, number, number])[] = [
  [/^op (.{4,140}?) (?:schreef|heeft) (.{1,150}?)(?: het volgende)?(?: geschreven)?\s?:$/i, 2, 1],
  [
    /^on (.{4,140}(?:\d{4}|\d{1,2}:\d{2}(?::\d{2})?(?:\s?[ap]\.?m\.?)?(?:\s?[+-]\d{4})?)),?\s(.{1,150}?) (?:wrote|writes)\s?:$/i,
    2,
    1,
  ],
  // Eudora, Gmail of old, Horde: the date first or the name alone.
  [/^at (\d.{4,80}?\d(?:\s?[ap]\.?m\.?)?(?:\s?[+-]\d{4})?),\s(.{1,150}?) (?:wrote|writes|said)\s?:$/i, 2, 1],
  [
    /^(\d{4}[-/]\d{1,2}[-/]\d{1,2},? \d{1,2}:\d{2}(?::\d{2})?(?: ?(?:gmt|utc)?[+-]\d{1,2}:?\d{2})?),? (.{1,150}<\S{3,100}@\S{3,100}>)\s?:$/i,
    2,
    1,
  ],
  [/^(?:quoting|citeren|citaat van) (.{1,150}<\S{3,100}@\S{3,100}>)\s?:$/i, 1, 0],
  [/^(.{2,120}) (?:wrote|schreef)(?: het volgende)? (?:on|op) (.{4,100}):$/i, 1, 2],
  [/^le (.{4,140}?), (.{1,150}?) a écrit\s?:$/i, 2, 1],
  [/^am (.{4,140}?) schrieb (.{1,150})\s?:$/i, 2, 1],
  [/^(.{2,150}?) (?:wrote|writes|schreef|schrieb)\s?:$/i, 1, 0],
];

/** Whether a line alone looks like the beginning of somebody else's words; cheap, for the decision on quote marks. */
export const introduces = (line: string): boolean =>
  line.length <= lineCharsMax &&
  (/\b(?:wrote|writes|schreef|geschreven|schrieb|a écrit|said|quoting)\b(?:[^:]|\d:\d){0,160}:\s*$/i.test(line) ||
    shapedAttribution(line.trim(), { marksBelow: false, standsAlone: false })?.sure === true ||
    isMarker(line.trim()));

const isMarker = (line: string): boolean => originalMarker.test(line) || forwardMarker.test(line);

/** The header that begins at line `at`, or undefined. Looks at most 18 lines ahead; all of them at one quote depth. */
export const replyHeaderAt = (
  lines: readonly { text: string; depth: number }[],
  at: number,
): ReplyHeader | undefined => {
  const first = lines[at];
  if (first === undefined || !(worthALook(first.text) || isNotesHeader(lines, at))) return undefined;
  const window = sameDepth(lines, at, 18);
  return (
    markerHeader(window) ??
    fieldHeader(window) ??
    notesHeader(window) ??
    attributionHeader(window) ??
    shapedBlock(window, lines[at - 1]?.text.trim() ?? "") ??
    shapedLines(lines, at, window)
  );
};

/** Fields of any name, or a rule with such fields below it. */
const shapedBlock = (window: readonly string[], above: string): ReplyHeader | undefined => {
  const ruled = isRule(window[0] ?? "") ? window.findIndex((line, i) => i > 0 && line !== "") : 0;
  if (ruled < 0 || ruled > blanksMax) return undefined;
  const fields = shapedFields(window.slice(ruled), ruled > 0 || isRule(above));
  if (fields === undefined) return undefined;
  const { sure, ...told } = fields;
  return { ...told, lineCount: ruled + told.lineCount, forwarded: false, attribution: false, unsure: !sure };
};

/** One to three lines of the shape of an attribution. Where fewer of them have it, the first ones are the author's. */
const shapedLines = (
  lines: readonly { text: string; depth: number }[],
  at: number,
  window: readonly string[],
): ReplyHeader | undefined => {
  const shaped = (from: number, to: number): ShapedHeader | undefined => {
    const joined = window.slice(from, to).join(" ");
    if (joined.length > lineCharsMax) return undefined;
    const [above, below] = [
      from === 0 ? (lines[at - 1]?.text.trim() ?? "") : (window[from - 1] ?? ""),
      window[to] ?? "",
    ];
    return shapedAttribution(joined, {
      marksBelow: isDeeperBelow(lines, at + to),
      standsAlone: above === "" && (below === "" || /[:：]$/.test(joined)),
    });
  };
  for (let lineCount = 1; lineCount <= Math.min(3, window.length); lineCount++) {
    if (window[lineCount - 1] === "") return undefined;
    const found = shaped(0, lineCount);
    if (found === undefined) continue;
    for (let from = 1; from < lineCount; from++) if (shaped(from, lineCount) !== undefined) return undefined;
    const { speaker, dateText, sure } = found;
    return { lineCount, speaker, dateText, forwarded: false, attribution: true, unsure: !sure };
  }
  return undefined;
};

/** Whether the next line that says something is quoted deeper than the one before `at`. */
const isDeeperBelow = (lines: readonly { text: string; depth: number }[], at: number): boolean => {
  const depth = lines[at - 1]?.depth ?? 0;
  const next = lines.slice(at, at + blanksMax).find((line) => line.depth > depth || line.text.trim() !== "");
  return next !== undefined && next.depth > depth;
};

/** Most lines of most mails end here, after one cheap test. */
const worthALook = (line: string): boolean =>
  mayBeShaped(line) || isRule(line.trim()) || (line.length <= lineCharsMax && knownWords.test(line));

const knownWords =
  /^\s*(?:[-_]{2}|\*{0,2}(?:from|van|von|de|от|sent|date|verzonden|datum|subject|onderwerp)\s*:|begin |anfang |op |on |am |at \d)|(?:wrote|writes|schreef|geschreven|schrieb|:)\s?:?\s*$/i;

const sameDepth = (lines: readonly { text: string; depth: number }[], at: number, countMax: number): string[] => {
  const depth = lines[at]?.depth;
  const window: string[] = [];
  for (let i = at; i < lines.length && window.length < countMax; i++) {
    const line = lines[i];
    if (line === undefined || line.depth !== depth) break;
    window.push(line.text.length > lineCharsMax ? "" : line.text.trim());
  }
  return window;
};

/** Empty lines that may follow a marker, and one more line, such as the name of a firm, above the fields. */
const [blanksMax, othersMax] = [6, 1];

const markerHeader = (window: readonly string[]): ReplyHeader | undefined => {
  const line = window[0] ?? "";
  if (!isMarker(line)) return undefined;
  const { at, fields } = fieldsBelow(window, markerRest.test(window[1] ?? "") ? 2 : 1);
  return { ...fields, lineCount: at + fields.lineCount, forwarded: forwardMarker.test(line), attribution: false };
};

/** The marker is usually followed by the fields of the quoted message, in its program's own form. */
const fieldsBelow = (window: readonly string[], from: number): { at: number; fields: HeaderFields } => {
  let others = 0;
  for (let at = from; at < Math.min(window.length, from + blanksMax + othersMax); at++) {
    if (window[at] === "") continue;
    const below = window.slice(at);
    const fields = readNotesHeader(below) ?? readFields(below);
    if (fields.lineCount > 0) return { at, fields };
    if (++others > othersMax) break;
  }
  return { at: from, fields: { lineCount: 0, speaker: "", dateText: "" } };
};

/**
 * `Van: … Verzonden: … Aan: … Onderwerp: …` without a marker, in any order: a sender, a date and one more field, or it is
 * prose.
 */
const fieldHeader = (window: readonly string[]): ReplyHeader | undefined => {
  const fields = readFields(window);
  if (fields.lineCount < 3 || fields.speaker === "" || fields.dateText === "") return undefined;
  return { ...fields, forwarded: false, attribution: false };
};

const isNotesHeader = (lines: readonly { text: string; depth: number }[], at: number): boolean => {
  const [line, next, afterNext] = [at, at + 1, at + 2].map((i) => lines[i]?.text.slice(0, lineCharsMax).trim() ?? "");
  return mayBeNotesHeader(line ?? "", next ?? "", afterNext ?? "");
};

/** A name and a moment, then the receivers, without a marker: a reply in Lotus Notes. */
const notesHeader = (window: readonly string[]): ReplyHeader | undefined => {
  const fields = readNotesHeader(window);
  return fields && { ...fields, forwarded: false, attribution: false };
};

/** An attribution may be wrapped over up to three lines. */
const attributionHeader = (window: readonly string[]): ReplyHeader | undefined => {
  for (let lineCount = 1; lineCount <= Math.min(3, window.length); lineCount++) {
    if (window[lineCount - 1] === "") return undefined;
    const joined = window.slice(0, lineCount).join(" ");
    if (joined.length > lineCharsMax) return undefined;
    if (!joined.endsWith(":")) continue;
    for (const [pattern, speaker, date] of attributions) {
      const match = pattern.exec(joined);
      if (match === null) continue;
      return {
        lineCount,
        speaker: match[speaker]?.trim() ?? "",
        dateText: date === 0 ? "" : (match[date] ?? ""),
        forwarded: false,
        attribution: true,
      };
    }
  }
  return undefined;
};
