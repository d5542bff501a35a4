/** What the fields above quoted words say: how many lines they take, who is named and when. */
export interface HeaderFields {
  readonly lineCount: number;
  readonly speaker: string;
  /** As written there. */
  readonly dateText: string;
}

const fromField = /^\*{0,2}(?:from|van|von|de|от)\s*:\*{0,2}\s*(.{1,250})$/iu;
const dateField =
  /^\*{0,2}(?:sent|date|verzonden|datum|verstuurd|gesendet|envoyé|отправлено|дата)\s*:\*{0,2}\s*(.{1,120})$/iu;
const otherField =
  /^\*{0,2}(?:to|aan|an|à|кому|cc|bcc|kopie|копия|subject|onderwerp|betreff|objet|тема|reply-to|importance|attachments|bijlagen|please respond to|sent by|verzonden door|status|organi[sz]ation)\s*:?\*{0,2}(?:(?<=:\*{0,2})|(?<=to|by|door))(?:\s.{0,290})?$/iu;
/** `To:` and its kin: who gets a message stands in every header, and hardly ever in prose below a name and a date. */
const receiverField = /^(?:to|aan|an)\s*:(?:\s|$)/i;

/** A day and a time as programs write them into headers: `09/21/2000 08:42 AM`, `9-12-2025 10:14`, `12-Oct-2000 09:35:10`. */
const moment = String.raw`\d{1,4}[/.-](?:\d{1,2}|[a-z]{3})[/.-]\d{2,4},?\s{1,3}(?:(?:at|om)\s)?\d{1,2}:\d{2}(?::\d{2})?(?:\s?[ap]\.?m\.?)?(?:\s[a-z]{2,4})?`;
const momentAlone = new RegExp(`^${moment}$`, "i");
const nameOnMoment = new RegExp(`^(.{2,160}?) (?:on|op) (${moment})$`, "i");
const nameThenMoment = new RegExp(String.raw`^(.{2,160}?)(?:\s{3,}| (?:on|op) )(${moment})$`, "i");

/** Lines that may stand between a name with its date and the receivers, blank ones not counted. */
const betweenMax = 3;

/** `Van: …`, `Verzonden: …`, `Aan: …` in any order, as many as follow one another. */
export const readFields = (lines: readonly string[]): HeaderFields => {
  let [lineCount, speaker, dateText] = [0, "", ""];
  for (const line of lines) {
    const [from, date] = [fromField.exec(line)?.[1], dateField.exec(line)?.[1]];
    if (from === undefined && date === undefined && !otherField.test(line)) break;
    const both = from === undefined ? null : nameThenMoment.exec(from);
    speaker ||= (both?.[1] ?? from ?? "").trim();
    dateText ||= both?.[2] ?? date ?? "";
    lineCount++;
  }
  return { lineCount, speaker, dateText };
};

/**
 * The header of Lotus Notes: `Name on 09/21/2000 08:42 AM`, or the name and the moment on two lines, or `From: Name` with
 * the moment at its end; then, perhaps below empty lines, who got it. Undefined where the receivers do not follow.
 */
export const readNotesHeader = (lines: readonly string[]): HeaderFields | undefined => {
  const first = lines[0] ?? "";
  const from = fromField.exec(first)?.[1];
  const inOne = (from === undefined ? nameOnMoment : nameThenMoment).exec(from ?? first);
  if (inOne) return withReceivers(lines, 1, inOne[1] ?? "", inOne[2] ?? "");
  const next = lines.findIndex((line, at) => at > 0 && line !== "");
  if (first === "" || first.length > 160 || next < 1 || next > 2 || !momentAlone.test(lines[next] ?? ""))
    return undefined;
  return withReceivers(lines, next + 1, from ?? first, lines[next] ?? "");
};

/** Whether the line may be the first of such a header, decided by it and the two below. */
export const mayBeNotesHeader = (line: string, next: string, afterNext: string): boolean =>
  nameOnMoment.test(line) || momentAlone.test(next) || (next === "" && momentAlone.test(afterNext));

const withReceivers = (
  lines: readonly string[],
  at: number,
  speaker: string,
  dateText: string,
): HeaderFields | undefined => {
  let between = 0;
  for (let line = at; line < lines.length && between <= betweenMax; line++) {
    const text = lines[line] ?? "";
    if (receiverField.test(text))
      return {
        lineCount: line + Math.max(1, readFields(lines.slice(line)).lineCount),
        speaker: speaker.trim(),
        dateText,
      };
    if (text !== "") between++;
  }
  return undefined;
};
