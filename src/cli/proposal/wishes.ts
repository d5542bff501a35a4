import type { MessageInitShape } from "@bufbuild/protobuf";
import type { DemandSchema, IntentSeed, IntentSeedProposalSchema } from "../../../gen/pincite/memo/v1/intent_pb.ts";
import { sumWritten } from "../../client/sum-written.ts";
import { DomainError } from "../../error.ts";
import { worded } from "../../messages/said.ts";
import { dayTyped } from "../text/day-typed.ts";
import { isTyped, typedForms } from "../text/typed-words.ts";

type Wishes = Pick<
  MessageInitShape<typeof IntentSeedProposalSchema>,
  "demands" | "dropDemands" | "unsaid" | "dropUnsaid"
>;

/** `demand=words | sum | day`, `demand:2=other words`, `demand:2=` to take it out; `unsaid=words` in the same way. */
const form = new RegExp(
  `^\\s*(?<key>${typedForms("typed.demand")}|${typedForms("typed.unsaid")})(?::(?<number>\\d{1,2}))?\\s*=\\s*(?<words>[\\s\\S]*)$`,
  "iu",
);

/** Whether a person says what is wanted or what must not be said. */
export const isWish = (said: string): boolean => form.test(said);

/**
 * What is wanted and what must not be said, as a change of the intent. A number names one that stands there, as it is shown.
 * Errors: REQUEST_INVALID.
 */
export const wishesSaid = (said: readonly string[], intent: IntentSeed | undefined): Wishes => {
  const demands: MessageInitShape<typeof DemandSchema>[] = [];
  const [dropDemands, unsaid, dropUnsaid]: [string[], string[], string[]] = [[], [], []];
  for (const one of said) {
    const { key = "", number, words = "" } = form.exec(one)?.groups ?? {};
    const isDemand = isTyped(key, "typed.demand");
    const there = isDemand ? (intent?.demands ?? []).map(({ text }) => text) : (intent?.unsaid ?? []);
    if (number !== undefined) {
      const former = there[Number(number) - 1];
      if (former === undefined) throw invalid(one);
      (isDemand ? dropDemands : dropUnsaid).push(former);
    } else if (words.trim() === "") throw invalid(one);
    if (words.trim() === "") continue;
    if (isDemand) demands.push(demandOf(words, one));
    else unsaid.push(words.trim());
  }
  return { demands, dropDemands, unsaid, dropUnsaid };
};

/** Behind its words a demand has a sum and a day, each behind a bar, in either order. */
const demandOf = (words: string, said: string): MessageInitShape<typeof DemandSchema> => {
  const [text = "", ...parts] = words.split("|").map((part) => part.trim());
  const days = parts.flatMap((part) => dayTyped(part) ?? []);
  const sums = parts.filter((part) => part !== "" && dayTyped(part) === undefined);
  if (text === "" || days.length > 1 || sums.length > 1) throw invalid(said);
  return { text, sum: sumWritten(sums[0] ?? ""), dueDate: days[0] ?? "" };
};

const invalid = (given: string): DomainError =>
  new DomainError("REQUEST_INVALID", worded("command.says-nothing-of-what-is-wanted", { given }));
