import { fromJson, type JsonValue as ProtoJson } from "@bufbuild/protobuf";
import { type JudgeTurn, JudgeTurnSchema } from "../../../gen/pincite/model/v1/judge_turn_pb.ts";
import { answerOf, messageSchema } from "./answer-schema.ts";
import { withoutNulls } from "./envelope.ts";
import { checkShape, isObject } from "./shape.ts";
import { readJson } from "./strict-json.ts";

/** JSON Schema (2020-12) of a second reader's whole output: one object for this nonce, about these sentences. */
export const judgeAnswerSchema = (nonce: string, sentenceIds: readonly string[]): string => {
  const { properties, ...rest } = messageSchema(JudgeTurnSchema);
  const { sentences } = properties as { sentences: { items: { properties: object } } };
  const { items } = sentences;
  const named = { ...items, properties: { ...items.properties, sentenceId: { enum: [...sentenceIds] } } };
  return answerOf({
    ...rest,
    properties: { nonce: { const: nonce }, sentences: { ...sentences, items: named } },
    required: ["nonce", "sentences"],
  });
};

/** The most sentences and the most parts of one that an answer may have, as its proto says. */
const listMax = 20;

/**
 * Reads a second reader's output as strictly as a model's: one object of this form, with the nonce of this question, about sentences that
 * were asked about, each once. Anything else is a sentence that says what was wrong, and nothing of the answer is taken. Whether its
 * ranges are there is for the kernel to say.
 */
export const readJudgeTurn = (raw: Uint8Array, nonce: string, sentenceIds: readonly string[]): JudgeTurn | string => {
  const reading = readJson(raw);
  if (!reading.ok) return reading.problem;
  if (!isObject(reading.value)) return "the output is JSON and not an object";
  const value = withoutNulls(reading.value);
  const failure = checkShape(JudgeTurnSchema, value);
  if (failure) return `${failure.path || "the output"}: ${failure.problem}`;
  const turn = decode(value as ProtoJson);
  if (!turn) return "a value is outside the range of its field";
  if (turn.nonce !== nonce) return "the nonce is not that of this question";
  const named = turn.sentences.map(({ sentenceId }) => sentenceId);
  if (named.some((id) => !sentenceIds.includes(id))) return "it names a sentence that was not asked about";
  if (new Set(named).size < named.length) return "it names a sentence twice";
  if (named.length > listMax || turn.sentences.some(({ atoms }) => atoms.length > listMax))
    return `it has more than ${listMax} parts`;
  return turn;
};

const decode = (value: ProtoJson): JudgeTurn | undefined => {
  try {
    return fromJson(JudgeTurnSchema, value, { ignoreUnknownFields: false });
  } catch {
    return undefined;
  }
};
