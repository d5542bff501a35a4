import type { LedgerEntry } from "../../../../gen/pincite/memo/v1/citation_ledger_pb.ts";
import type { TurnContext } from "../../../../gen/pincite/model/v1/model_call_pb.ts";
import { Voice } from "../../../../gen/pincite/span/v1/span_pb.ts";

/** A line of minutes: who speaks, and the words behind the name. */
interface MinutedLine {
  readonly name: string;
  readonly words: string;
}

/** Documents in which somebody else speaks in a message of their own, which says so itself. */
const messaged: ReadonlySet<string> = new Set(["email", "chat"]);
/** A name of letters alone: a number or a sign in it would be read as something that the sentence says. */
const spokenName = /^\p{Lu}[\p{L}\p{M} .'’-]{0,60}$/u;
const line = /^(?<name>\p{Lu}[\p{L}\p{M} .'’-]{1,60}):\s+(?<words>\S[\s\S]*)$/u;

/**
 * Minutes say in front of each line who speaks: the name introduces the words and is none of them. Only a name that somebody of the case
 * bears is taken for one (`Datum:` and `Let op:` are not), unless the importer of the minutes heard them speak; undefined: the excerpt is no
 * such line.
 */
export const minutedLine = (
  context: Pick<TurnContext, "intent" | "evidenceSet">,
  { span, evidence }: LedgerEntry,
): MinutedLine | undefined => {
  if (span === undefined) return undefined;
  const { intent } = context;
  if (span.speaker !== "") {
    const document = evidence?.evidence.case === "document" ? evidence.evidence.value : undefined;
    const docType = context.evidenceSet?.entries.find(({ candidate }) => candidate?.evidenceId === document?.evidenceId)
      ?.candidate?.docType;
    const isMinuted = span.voice === Voice.QUOTED && docType !== undefined && !messaged.has(docType);
    return isMinuted && spokenName.test(span.speaker) ? { name: span.speaker, words: span.excerpt } : undefined;
  }
  const { name = "", words = "" } = line.exec(span.excerpt)?.groups ?? {};
  const said = wordsOf(name);
  const isBorne = (intent?.parties ?? [])
    .flatMap(({ names }) => names.map(wordsOf))
    .some((whole) => said.length > 0 && said.every((word) => whole.includes(word)));
  return isBorne ? { name, words } : undefined;
};

const wordsOf = (name: string): string[] => name.toLowerCase().match(/[\p{L}\p{M}'’-]{2,}/gu) ?? [];
