import { dateInWords } from "../../export/days.ts";
import type { Speech } from "../../messages/speech.ts";
import { frameGaps, unvouchedLaw } from "../../show/before-final.ts";
import type { RunView } from "../../show/run-view.ts";
import { wrap } from "../text/plain.ts";

/** Provisions of the draft whose validity is unknown, with what a person can do about each; no lines where there is none. */
export const unvouchedLines = (view: RunView, command: string, speech: Speech): string[] => {
  const { phrase, itemTyped, locale } = speech;
  const told = unvouchedLaw(view).flatMap(({ claimId, address, lawId, from, on }) => {
    const [fromDay, onDay] = [from, on].map((day) => dateInWords(day, locale) || day);
    const number = claimId.split(":")[1] ?? "";
    return [
      ...wrap(phrase("unvouched.told", { address, from: fromDay ?? "", on: onDay ?? "" }), 92),
      ...(lawId === ""
        ? []
        : [
            `  ${phrase("unvouched.fetch")}`,
            `    pincite law fetch ${lawId} --on ${on}`,
            `  ${command} "${phrase("unvouched.law-date-example", { number, day: on })}"`,
          ]),
      `  ${phrase("unvouched.leave-out")}`,
      `  ${command} "${itemTyped(claimId)}="`,
    ];
  });
  return told.length === 0
    ? []
    : [phrase("unvouched.heading"), ...told, ...wrap(`  ${phrase("unvouched.keep")}`, 92), ""];
};

/** What the letter lacks of whoever writes it, with what says it; no lines where nothing is lacking. */
export const gapLines = (view: RunView, run: string, speech: Speech): string[] => {
  const { phrase } = speech;
  const gaps = frameGaps(view);
  if (gaps.length === 0) return [];
  const name = view.draft?.frame?.sender[0] ?? "";
  const each = gaps.map((gap) =>
    gap === "sender"
      ? `  pincite run go ${run} "${phrase("typed.frame-sender")}=${phrase("gap.sender-example", { name })}"`
      : `  pincite run go ${run} "${phrase("letter.place-utrecht")}"`,
  );
  return [
    ...wrap(phrase(gaps.length === 2 ? "gap.both" : `gap.${gaps[0] === "sender" ? "sender" : "place"}`), 92),
    ...each,
    ...wrap(phrase("gap.pass-by"), 92),
    "",
  ];
};
