import { AccessDeed_Outcome as Outcome } from "../../../gen/pincite/audit/v1/access_entry_pb.ts";
import type { AccessEntry } from "../../../gen/pincite/audit/v1/audit_service_pb.ts";
import type { Speech } from "../../messages/speech.ts";
import { table } from "../text/table.ts";
import { kindWords, minuteOf, whoWords } from "./access-lines.ts";

/** When, who, which call, about what, and what became of it: five cells. */
const cells = (speech: Speech, { timeIso, by, deed, relation }: AccessEntry): string[] => {
  const { phrase } = speech;
  const name = by ? whoWords(speech, { case: "person", value: by }) : phrase("access.account");
  const method = deed?.method.split("/").at(-1) || phrase("access.several-calls");
  const object = deed?.object.value ?? "";
  const start = [minuteOf(timeIso), name, method, object];
  if (relation)
    return [
      ...start,
      phrase("access.they-are", { name: whoWords(speech, relation.who), does: kindWords(speech, relation.kind) }),
    ];
  if (deed?.outcome !== Outcome.REFUSED) return [...start, ""];
  return [...start, phrase("access.refused-so-often", { reason: deed.reason, count: deed.count })];
};

/** A line for each entry, and a last one where there are more. */
export const logLines = (speech: Speech, entries: readonly AccessEntry[], isMore: boolean): string[] => [
  ...(entries.length === 0 ? [speech.phrase("access.nothing-noted")] : table(entries.map((one) => cells(speech, one)))),
  ...(isMore ? [speech.phrase("access.more-noted")] : []),
];
