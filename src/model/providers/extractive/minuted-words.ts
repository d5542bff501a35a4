import type { LedgerEntry } from "../../../../gen/pincite/memo/v1/citation_ledger_pb.ts";
import type { TurnContext } from "../../../../gen/pincite/model/v1/model_call_pb.ts";

/** A line of minutes: who speaks, and the words behind the name. */
interface MinutedLine {
  readonly name: string;
  readonly words: string;
}

const line = /^(?<name>\p{Lu}[\p{L}\p{M} .'’-]{1,60}):\s+(?<words>\S[\s\S]*)$/u;

/**
 * Minutes say in front of each line who speaks: the name introduces the words and is none of them. Only a name that somebody of the case
 * bears is taken for one (`Datum:` and `Let op:` are not); undefined: the excerpt is no such line.
 */
export const minutedLine = (
  { intent }: Pick<TurnContext, "intent">,
  { span }: LedgerEntry,
): MinutedLine | undefined => {
  if (span === undefined || span.speaker !== "") return undefined;
  const { name = "", words = "" } = line.exec(span.excerpt)?.groups ?? {};
  const said = wordsOf(name);
  const isBorne = (intent?.parties ?? [])
    .flatMap(({ names }) => names.map(wordsOf))
    .some((whole) => said.length > 0 && said.every((word) => whole.includes(word)));
  return isBorne ? { name, words } : undefined;
};

const wordsOf = (name: string): string[] => name.toLowerCase().match(/[\p{L}\p{M}'’-]{2,}/gu) ?? [];
