import { dayReadings, hourOf } from "./chat-days.ts";
import { chatForms } from "./chat-forms.ts";
import type { ChatMessage } from "./chat-segments.ts";

/** A head of a message: UTF-16 places; `said` is where the words begin. */
interface Head {
  readonly start: number;
  /** Where what the speaker says begins with its head; further on where the words of another stand between. Default `start`. */
  readonly own?: number;
  readonly said: number;
  /** Empty: the program wrote what follows. */
  readonly speaker: string;
  readonly date: string;
  readonly time: string;
}

/** Fewer messages by somebody are no chat: one dated line with a colon stands in any log. */
const spokenLeast = 2;
const nameCharsMax = 60;

/**
 * The messages of a text that a chat program wrote; undefined: it is no such text. All heads have the shape of the first one, which
 * opens the text or stands below its title: a date within a message is no head. A head of an hour before that of one above it may have been pasted into a
 * message: nobody is said to speak behind it.
 */
export const chatIn = (text: string): ChatMessage[] | undefined => {
  const heads = headsIn(text);
  const speakers = heads.flatMap(({ speaker }) => (speaker === "" ? [] : [speaker.toLowerCase()]));
  if (speakers.length < spokenLeast || speakers.every((name) => chatForms.notPeople.has(name))) return undefined;
  const times = heads.map(({ time }) => hourOf(time));
  const isSaidAt = heads.map(({ speaker }) => speaker !== "");
  const readings = dayReadings(
    heads.map(({ date }) => date),
    isSaidAt,
  );
  const late = new Set(
    readings.flatMap((days) =>
      goingBack(
        days.map((day, at) => `${day} ${times[at]}`),
        isSaidAt,
      ),
    ),
  );
  return heads.map(({ start, own = start, said, speaker }, at) => {
    const [day = "", ...others] = new Set(readings.map((days) => days[at] ?? ""));
    const isSaid = isSaidAt[at] === true && !late.has(at);
    return {
      start: own,
      said,
      end: heads[at + 1]?.start ?? text.length,
      isSaid,
      speaker: isSaid ? speaker : "",
      when: day === "" || others.length > 0 || late.has(at) ? "" : `${day} ${times[at]}`.trim(),
    };
  });
};

/** Which of those that somebody says come before one above them: the program dates its own lines as it likes. */
const goingBack = (moments: readonly string[], isSaidAt: readonly boolean[]): number[] => {
  let latest = "";
  return moments.flatMap((moment, at) => {
    // An hour of a day that is not told stands anywhere.
    if (isSaidAt[at] !== true || moment.startsWith(" ")) return [];
    if (moment < latest) return [at];
    latest = moment;
    return [];
  });
};

const headsIn = (text: string): readonly Head[] => {
  for (const pattern of chatForms.heads) {
    const found = [...text.matchAll(pattern)];
    const [first] = found;
    if (first === undefined || !isTitle(text.slice(0, first.index))) continue;
    const shape = shapeOf(first);
    const heads = found.filter((one) => shapeOf(one) === shape).map(headOf);
    // Another program's heads have these within them, and the names elsewhere.
    if (heads.filter(({ speaker }) => speaker !== "").length >= spokenLeast) return heads;
  }
  for (const pattern of chatForms.blocks) {
    const found = [...text.matchAll(pattern)];
    if (found.length > 0) return found.map((match) => blockOf(match, text));
  }
  return [];
};

/** Whether nothing stands there, or a line that may be what a chat is called: `Chatgesprek klantenservice - 11-07-2026`. */
const isTitle = (before: string): boolean => /^\s*(?:[^\s][^\n]{0,118}[^\n.,:;!?])?\s*$/u.test(before);

/** How a head is written: a program writes all of a file in one way, but for the days of what it puts on a clipboard. */
const shapeOf = (match: RegExpExecArray): string => {
  const { rest = "", name } = match.groups ?? {};
  if (name !== undefined) return "copied";
  return match[0]
    .slice(0, match[0].length - rest.length)
    .replaceAll(/[\u200e\u200f]/gu, "")
    .replaceAll(/\d+/gu, (digits) => (digits.length > 2 ? "0000" : "0"))
    .replaceAll(/[ap](?=\.?\s?m)/giu, "a")
    .toLowerCase();
};

const headOf = (match: RegExpExecArray): Head => {
  const { date = "", time = "", rest = "", name } = match.groups ?? {};
  const told = { start: match.index, date, time };
  const end = match.index + match[0].length;
  if (name !== undefined) return { ...told, said: end, speaker: isName(name) ? bare(name) : "" };
  const from = end - rest.length;
  const lead = /^[\u200e\u200f]*/u.exec(rest)?.[0].length ?? 0;
  const [head = "", called = "", gap = ""] = /^([^:\n]+):((?:[ \t]|$)[\u200e\u200f]?)/u.exec(rest.slice(lead)) ?? [];
  if (!isName(called) || chatForms.system.test(rest.slice(lead))) return { ...told, said: from + lead, speaker: "" };
  const said = lead + head.length;
  // An iPhone writes the name of the chat in front of the program's sentences, and mostly a mark of direction behind it.
  const words = bare(rest.slice(said));
  const isWritten = chatForms.notice.test(words) || (/[\u200e\u200f]$/u.test(gap) && !chatForms.sent.test(words));
  return { ...told, said: from + said, speaker: isWritten ? "" : bare(called) };
};

/** Whether this is what somebody may be called: it opens no quotation that goes on behind the colon. */
const isName = (called: string): boolean =>
  bare(called) !== "" &&
  called.length <= nameCharsMax &&
  !/["“”„«»]/u.test(called.replaceAll(/"[^"]*"|[“„][^“”]*[“”]|«[^»]*»/gu, ""));

/** A name without the marks of direction that stand around numbers of telephones. */
const bare = (name: string): string => name.replaceAll(/[\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu, "").trim();

const blockOf = (match: RegExpExecArray, text: string): Head => {
  const { speaker = "", type = "", sent = "" } = match.groups ?? {};
  const end = match.index + match[0].length;
  // What is answered stands in front of the words, behind marks of quotation.
  answered.lastIndex = end;
  const quoted = answered.exec(text)?.[0].length ?? 0;
  const [, day = "", month = "", year = "", time = ""] =
    /(\d{1,2}) (\p{L}{3}) (\d{4}) (\d{2}:\d{2}(?::\d{2})?)/u.exec(sent) ?? [];
  const number = new Date(`${day} ${month} 2000 00:00 UTC`).getUTCMonth() + 1;
  const date = Number.isNaN(number) ? "" : `${year}-${String(number).padStart(2, "0")}-${day.padStart(2, "0")}`;
  return {
    start: match.index,
    own: quoted === 0 ? match.index : end + quoted,
    said: end + quoted,
    speaker: /^(?:incoming|outgoing)$/u.test(type) ? speaker.trim() : "",
    date,
    time,
  };
};

const answered = /(?:>[^\n]*\n)+\n?/uy;
