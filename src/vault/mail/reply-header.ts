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
}

/** Longer lines are prose; the bound also keeps every pattern below cheap on hostile input. */
const lineCharsMax = 300;

/** `-----Original Message-----` and its kin: words between dashes, or the fixed phrases of mail programs. */
const originalMarker =
  /^[-_ ]{2,}\s*(?:original message|original appointment|oorspronkelijk bericht|urspr.ngliche nachricht)\s*[-_ ]{0,40}$/i;
const forwardMarker =
  /^(?:[-_ ]{2,}\s*(?:forwarded message|forwarded by\b.{0,160}|doorgestuurd bericht|weitergeleitete nachricht)\s*[-_ ]{0,60}|begin forwarded message:|begin doorgestuurd bericht:|anfang der weitergeleiteten nachricht:)$/i;

const fromField = /^\*{0,2}(?:from|van|von|de|от)\s*:\*{0,2}\s*(.{1,250})$/iu;
const dateField =
  /^\*{0,2}(?:sent|date|verzonden|datum|verstuurd|gesendet|envoyé|отправлено|дата)\s*:\*{0,2}\s*(.{1,120})$/iu;
const otherField =
  /^\*{0,2}(?:to|aan|an|à|кому|cc|bcc|kopie|копия|subject|onderwerp|betreff|objet|тема|reply-to|importance|attachments|bijlagen)\s*:\*{0,2}(?:\s.{0,290})?$/iu;

/** Attribution lines: [pattern, group of the speaker, group of the date]. Dutch, English, German. */
const attributions: readonly (readonly [RegExp, number, number])[] = [
  [/^op (.{4,140}?) (?:schreef|heeft) (.{1,150}?)(?: het volgende)?(?: geschreven)?\s?:$/i, 2, 1],
  [/^(.{2,120}) schreef op (.{4,100}):$/i, 1, 2],
  [
    /^on (.{4,140}(?:\d{4}|\d{1,2}:\d{2}(?::\d{2})?(?:\s?[ap]\.?m\.?)?(?:\s?[+-]\d{4})?)),?\s(.{1,150}?) (?:wrote|writes)\s?:$/i,
    2,
    1,
  ],
  [/^am (.{4,140}?) schrieb (.{1,150})\s?:$/i, 2, 1],
  [/^(.{2,150}?) (?:wrote|writes|schreef|schrieb)\s?:$/i, 1, 0],
];

/** Whether a line alone looks like the beginning of somebody else's words; cheap, for the decision on quote marks. */
export const introduces = (line: string): boolean =>
  line.length <= lineCharsMax &&
  (/\b(?:wrote|writes|schreef|geschreven|schrieb)\b[^:]{0,160}:\s*$/i.test(line) || isMarker(line.trim()));

const isMarker = (line: string): boolean => originalMarker.test(line) || forwardMarker.test(line);

/** The header that begins at line `at`, or undefined. Looks at most 14 lines ahead; all of them at one quote depth. */
export const replyHeaderAt = (
  lines: readonly { text: string; depth: number }[],
  at: number,
): ReplyHeader | undefined => {
  const first = lines[at];
  if (first === undefined || !worthALook(first.text)) return undefined;
  const window = sameDepth(lines, at, 14);
  return markerHeader(window) ?? fieldHeader(window) ?? attributionHeader(window);
};

/** Most lines of most mails end here, after one cheap test. */
const worthALook = (line: string): boolean =>
  line.length <= lineCharsMax &&
  /^\s*(?:[-_]{2}|\*{0,2}(?:from|van|von|de|от|sent|date|verzonden|datum|subject|onderwerp)\s*:|begin |anfang |op |on |am )|(?:wrote|writes|schreef|geschreven|schrieb|:)\s?:?\s*$/i.test(
    line,
  );

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

const markerHeader = (window: readonly string[]): ReplyHeader | undefined => {
  const line = window[0] ?? "";
  if (!isMarker(line)) return undefined;
  // The marker is usually followed by the fields of the quoted message, perhaps after an empty line.
  const skip = window[1] === "" ? 2 : 1;
  const fields = readFields(window.slice(skip));
  const lineCount = fields.lineCount > 0 ? skip + fields.lineCount : 1;
  return { ...fields, lineCount, forwarded: forwardMarker.test(line), attribution: false };
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

const readFields = (lines: readonly string[]): { lineCount: number; speaker: string; dateText: string } => {
  let [lineCount, speaker, dateText] = [0, "", ""];
  for (const line of lines) {
    const [from, date] = [fromField.exec(line)?.[1], dateField.exec(line)?.[1]];
    if (from === undefined && date === undefined && !otherField.test(line)) break;
    speaker ||= from ?? "";
    dateText ||= date ?? "";
    lineCount++;
  }
  return { lineCount, speaker, dateText };
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
