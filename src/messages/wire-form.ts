import { create } from "@bufbuild/protobuf";
import { type SaidFact, type Said as SaidMessage, SaidSchema } from "../../gen/pincite/run/v1/said_pb.ts";
import { isMessage } from "./english.ts";
import { type Fact, type Facts, isSaid, type MessageId, type Said } from "./said.ts";

/** Under which names an error's metadata has the id of its message and, as JSON, its facts. */
export const messageIdKey = "message_id";
export const messageFactsKey = "message_facts";

/** Facts above this, in characters of JSON, stay behind: gRPC clients accept about 8 KiB of trailers, and the English is in them. */
const factsCharsMax = 2_000;

/** How deep a message may stand inside another where it comes from elsewhere. */
const depthMax = 8;

/** A message as metadata of an error; empty where its facts are too long to travel beside its English. */
export const encodeSaid = ({ id, facts }: Said): Record<string, string> => {
  const json = JSON.stringify(facts, (_, fact: unknown) => (typeof fact === "bigint" ? String(fact) : fact));
  if (json.length > factsCharsMax) return {};
  return json === "{}" ? { [messageIdKey]: id } : { [messageIdKey]: id, [messageFactsKey]: json };
};

/** The message that metadata holds; undefined where it holds none that this program knows. It comes from elsewhere and may be anything. */
export const decodeSaid = (metadata: Readonly<Record<string, string>>): Said | undefined => {
  const id = metadata[messageIdKey];
  if (id === undefined) return undefined;
  return saidOf({ id, facts: parsed(metadata[messageFactsKey] ?? "{}") }, 0);
};

const parsed = (json: string): unknown => {
  try {
    return JSON.parse(json);
  } catch {
    return undefined;
  }
};

/** A message as a field of what a server answers. */
export const saidMessage = ({ id, facts }: Said): SaidMessage =>
  create(SaidSchema, {
    messageId: id,
    facts: Object.entries(facts)
      .toSorted(([one], [other]) => (one < other ? -1 : 1))
      .map(([name, fact]) => ({ name, value: factMessage(fact) })),
  });

const factMessage = (fact: Fact): SaidFact["value"] => {
  if (typeof fact === "object") return { case: "said", value: saidMessage(fact) };
  return typeof fact === "string" ? { case: "text", value: fact } : { case: "number", value: BigInt(fact) };
};

/** What a server said in a field, by its message; the sentence beside it where there is none that this program knows. */
export const saidOr = (message: SaidMessage | undefined, sentence: string): Said | string =>
  (message && readMessage(message, 0)) ?? sentence;

const readMessage = ({ messageId, facts }: SaidMessage, depth: number): Said | undefined => {
  if (!isId(messageId) || depth > depthMax) return undefined;
  const entries = facts.map(({ name, value }) => [name, factRead(value, depth)] as const);
  return entries.some(([, fact]) => fact === undefined)
    ? undefined
    : { id: messageId, facts: Object.fromEntries(entries) as Facts };
};

const factRead = (fact: SaidFact["value"], depth: number): Fact | undefined => {
  if (fact.case === "said") return readMessage(fact.value, depth + 1);
  return fact.case === "number" ? Number(fact.value) : (fact.value ?? "");
};

const isId = (id: unknown): id is MessageId => typeof id === "string" && isMessage(id);

const saidOf = (value: object, depth: number): Said | undefined => {
  const { id, facts } = value as { id?: unknown; facts?: unknown };
  if (!isId(id) || depth > depthMax || typeof facts !== "object" || facts === null) return undefined;
  const entries = Object.entries(facts).map(([name, fact]) => [name, factOf(fact, depth)] as const);
  return entries.some(([, fact]) => fact === undefined)
    ? undefined
    : { id, facts: Object.fromEntries(entries) as Facts };
};

const factOf = (fact: unknown, depth: number): string | number | Said | undefined => {
  if (typeof fact === "string" || typeof fact === "number") return fact;
  return isSaid(fact) ? saidOf(fact, depth + 1) : undefined;
};
