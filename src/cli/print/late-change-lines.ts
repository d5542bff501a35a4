import {
  LateChange_Kind as Kind,
  type LateChange,
} from "../../../gen/pincite/orchestrator/v1/orchestrator_service_pb.ts";
import { dateInWords } from "../../export/days.ts";
import type { MessageWith, Speech } from "../../messages/speech.ts";
import { changedClaims, changedMost } from "../../show/late-changes.ts";
import { oneLine, wrap } from "../text/plain.ts";
import { namedLaterLine } from "./paper-lines.ts";

const sentenceOf = (kind: Kind): MessageWith<"title" | "day" | "words"> => {
  switch (kind) {
    case Kind.FOUND:
      return "late.found";
    case Kind.OWN_STATEMENT:
      return "late.said-yourself";
    default:
      return "late.new-passage";
  }
};

/** What a late paper says to a claim, in its own words. */
export const changeSaid = (change: LateChange, speech: Speech): string =>
  change.kind === Kind.NAMED_LATER
    ? namedLaterLine(change, speech)
    : speech.phrase(sentenceOf(change.kind), {
        title: oneLine(change.title, 80),
        day: dateInWords(change.day, speech.locale) || speech.phrase("item.no-date"),
        words: oneLine(change.words, 400),
      });

/** What stands for its slot now; empty where the change says it already, or the slot quotes nothing. */
export const standingSaid = ({ kind, standing }: LateChange, { phrase }: Speech): string =>
  kind === Kind.FOUND || kind === Kind.OWN_STATEMENT
    ? ""
    : standing === ""
      ? phrase("late.nothing-stands")
      : phrase("late.stands-now", { words: oneLine(standing, 400) });

/** What late papers change, claim by claim under the names that are typed; no lines where they change nothing. */
export const lateChangeLines = (changes: readonly LateChange[], speech: Speech): string[] => {
  const { phrase, itemName } = speech;
  const claims = changedClaims(changes);
  if (claims.length === 0) return [];
  const lines = claims
    .slice(0, changedMost)
    .flatMap(({ claimId, claimText, changes: all }) => [
      ...wrap(`${itemName(claimId)}: ${oneLine(claimText, 300)}`, 90).map((line) => `  ${line}`),
      ...all.flatMap((change) =>
        [`${itemName(change.slotId)}: ${changeSaid(change, speech)}`, standingSaid(change, speech)]
          .filter(Boolean)
          .flatMap((text) => wrap(text, 86).map((line) => `      ${line}`)),
      ),
    ]);
  const more = claims.length - changedMost;
  return [
    ...wrap(`${phrase("late.changes", { count: claims.length })}:`, 92),
    ...lines,
    ...(more > 0 ? [`  ${phrase("late.more", { count: more })}`] : []),
    ...wrap(phrase("late.choice-stays"), 92),
  ];
};
