import { numberWord } from "../language/numbers.ts";
import { fold } from "../language/words.ts";
import type { Scan } from "./scan.ts";
import type { Token } from "./token.ts";

const clock =
  /(?<![\p{L}\p{N}.,:/-])(?<h>[01]?\d|2[0-4])(?:[:.](?<m>[0-5]\d))(?:\s*(?<uur>uur|u|h|am|pm|a\.m\.|p\.m\.))?(?![\p{L}\p{N}:/-]|[.,]\d)/giu;
const hourOf = /(?<![\p{L}\p{N}.,:/-])(?<h>[01]?\d|2[0-4])\s*(?<half>am|pm|a\.m\.|p\.m\.)(?!\p{L})/giu;
const ofClock = /(?<!\p{L})(?<h>\d{1,2}|\p{L}{3,6})\s+o['’]clock(?!\p{L})/giu;
/** `half drie` is half past two. */
const half = /(?<!\p{L})half\s+(?<past>past\s+)?(?<h>\d{1,2}|\p{L}{3,7})(?![\p{L}\p{N}])/giu;
/** `kwart over twee`, `tien voor half vier` aside, `quarter to nine`, `ten past three`. */
const beside =
  /(?<![\p{L}\p{N}])(?:(?<quarter>kwart|(?:a\s+)?quarter)|(?<m>\p{L}{3,7}|\d{1,2})(?:\s+(?:minuten|minutes))?)\s+(?<way>over|voor|past|to)\s+(?<h>\p{L}{3,7}|\d{1,2})(?![\p{L}\p{N}])(?!\s+\p{L}+(?:en|s)(?!\p{L}))/giu;
/** `om twee`, `tegen vieren`, `at nine-thirty`: an hour behind a preposition of time, with no noun that it could count. */
const bareHour =
  /(?<=(?<!\p{L})(?:om|tegen|rond|omstreeks|na|v[oó][oó]r|tot|vanaf|sinds|at|by|around|about|after|before|until|till|past)\s)(?<h>\p{L}{3,9}|\d{1,2})(?:[\s-](?<m>thirty|fifteen|forty-five|twenty|forty|fifty|ten))?(?<sharp>\s+(?:sharp|precies|stipt|exact))?(?![\p{L}\p{N}]|[.,:/-]\d|\s+(?!en(?!\p{L})|and(?!\p{L}))[\p{L}\p{N}]|\s*[%€$£-])/giu;
/** The inflected hour behind such a preposition: `vieren`, `zessen`, `tweeën`. */
const inflected = /^(?<hour>\p{L}+?)(?:s?en)$/u;
const named = /(?<!\p{L})(?<name>noon|midday|middaguur|midnight|middernacht)(?!\p{L})/giu;

/** Every time of day of the text. A clock in words has twelve hours: which half of the day is meant, it does not say. */
export const readClocks = (scan: Scan): Token[] => [
  ...scan.take(clock, timeOf),
  ...scan.take(hourOf, ({ groups: g }) => time(hour(g?.h, g?.half) * 60)),
  ...scan.take(ofClock, ({ groups: g }) => wordTime(g?.h, 0)),
  ...scan.take(half, ({ groups: g }) => wordTime(g?.h, g?.past ? 30 : -30)),
  ...scan.take(beside, ({ groups: g }) => {
    const minutes = g?.quarter ? 15 : numberIn(g?.m);
    // "Tien voor acht" and "vijf over twee" are times; "twee voor tien" of other things has its noun behind it.
    if (minutes === undefined || minutes > 29 || (!g?.quarter && minutes % 5 !== 0)) return undefined;
    return wordTime(g?.h, /^(?:over|past)$/iu.test(g?.way ?? "") ? minutes : -minutes);
  }),
  ...scan.take(bareHour, ({ groups: g }) => {
    const written = fold(g?.h ?? "");
    const hours =
      numberIn(written) ?? numberIn(inflected.exec(written)?.groups?.hour) ?? (written === "zevenen" ? 7 : undefined);
    const minutes = g?.m === undefined ? 0 : (numberIn(g.m) ?? 0);
    return hours === undefined ? undefined : wordTime(String(hours), minutes);
  }),
  ...scan.take(named, ({ groups: g }) => time(/^(?:noon|midday|middaguur)$/iu.test(g?.name ?? "") ? 720 : 0)),
];

const time = (minutes: number, isHalfDay = false) => ({ kind: "time" as const, minutes, isHalfDay });

const numberIn = (written: string | undefined): number | undefined => {
  const word = fold(written ?? "");
  return /^\d+$/u.test(word) ? Number(word) : numberWord(word);
};

const wordTime = (written: string | undefined, more: number) => {
  const hours = numberIn(written);
  if (hours === undefined || hours < 1 || hours > 12 || !Number.isInteger(hours)) return undefined;
  return time(((((hours % 12) * 60 + more) % 720) + 720) % 720, true);
};

const hour = (written: string | undefined, side: string | undefined): number =>
  (Number(written) % 12) + (side?.toLowerCase().startsWith("p") ? 12 : 0);

/** `10:42`, `10.42 uur` and `om 10.42`: otherwise a point stands between digits of a number or a clause. */
const timeOf = ({ 0: found, groups: g, index, input }: RegExpExecArray) => {
  if (found.includes(".") && g?.uur === undefined && !behindAt.test(input.slice(0, index))) return undefined;
  const isHalfDay = /^[ap]/iu.test(g?.uur ?? "");
  const hours = isHalfDay ? hour(g?.h, g?.uur) : Number(g?.h);
  return time(hours * 60 + Number(g?.m));
};

/** The Dutch preposition that only times have behind it where digits follow. */
const behindAt = /(?<!\p{L})om(?:streeks)?\s+$/iu;

/** Whether two times are one: the same minute, of the half day where one of them says no more. */
export const sameTime = (a: TimeToken, b: TimeToken): boolean =>
  a.isHalfDay || b.isHalfDay ? (a.minutes - b.minutes) % 720 === 0 : a.minutes === b.minutes;

type TimeToken = Extract<Token, { kind: "time" }>;
