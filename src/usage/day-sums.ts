import { create } from "@bufbuild/protobuf";
import { type DayUsage, DayUsageSchema } from "../../gen/pincite/usage/v1/usage_record_pb.ts";

/** Whose something is: a person by who signs them in, or, without an issuer, the account that runs the server. */
export interface Whose {
  readonly issuer: string;
  readonly subject: string;
}

/** What is counted; what is left out counts as 0. */
export type Used = Partial<
  Pick<DayUsage, "turns" | "modelCalls" | "callsWithoutTokens" | "toolCalls"> &
    Pick<DayUsage, "inputTokens" | "outputTokens" | "paperBytes">
>;

/** What was used, by day, person and model: sums of what is added. */
export class DaySums {
  readonly #byKey = new Map<string, DayUsage>();

  /** Goes on from sums of earlier, which stay as they are. */
  constructor(days: readonly DayUsage[] = []) {
    for (const one of days) this.#byKey.set(keyOf(one), { ...one });
  }

  /** Adds what somebody used at an instant, RFC 3339 in UTC; of no model unless one is named. */
  add(timeIso: string, { issuer, subject }: Whose, used: Used, model = ""): void {
    const place = { day: timeIso.slice(0, 10), issuer, subject, model };
    const key = keyOf(place);
    const sum = this.#byKey.get(key) ?? create(DayUsageSchema, place);
    addTo(sum, used);
    this.#byKey.set(key, sum);
  }

  /** The sums in order of day, then person and model. */
  get days(): DayUsage[] {
    return [...this.#byKey].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([, sum]) => sum);
  }
}

const keyOf = ({ day, issuer, subject, model }: Pick<DayUsage, "day" | "issuer" | "subject" | "model">): string =>
  JSON.stringify([day, issuer, subject, model]);

/** Adds what was used to a sum. */
export const addTo = (sum: Required<Used>, used: Used): void => {
  sum.turns += used.turns ?? 0;
  sum.modelCalls += used.modelCalls ?? 0;
  sum.callsWithoutTokens += used.callsWithoutTokens ?? 0;
  sum.toolCalls += used.toolCalls ?? 0;
  sum.inputTokens += used.inputTokens ?? 0n;
  sum.outputTokens += used.outputTokens ?? 0n;
  sum.paperBytes += used.paperBytes ?? 0n;
};
