import { fromJson, type JsonValue as ProtoJson, toJsonString } from "@bufbuild/protobuf";
import { readBack } from "#kit/unseen.ts";
import { type ModelTurn, ModelTurnSchema } from "../../../gen/pincite/model/v1/model_turn_pb.ts";
import { type ClientTools, type WithClientParams, withClientParams } from "./client-params.ts";
import { checkShape, isObject, memberOf, type ShapeFailure } from "./shape.ts";
import { type JsonFailure, type JsonValue, readJson } from "./strict-json.ts";

/** An output read as JSON, before anything in it is believed. Only what the checks of `accept.ts` need is pulled out. */
export interface RawTurn {
  /** The nonce as it stands there; undefined where it is absent or no string. */
  readonly nonce: string | undefined;
  /** True when a nonce stands there, of whatever type. */
  readonly nonceStands: boolean;
  /** The tool names as they stand there, in order; undefined for one that is no string. */
  readonly toolNames: readonly (string | undefined)[];
  /** The first place where the value is not a ModelTurn. */
  readonly failure: ShapeFailure | undefined;
  /** True when that place lies inside the parameters of a tool request. */
  readonly failureInParams: boolean;
  /** Decodes it; answers the reason as a sentence where it cannot. Call only where `failure` is undefined. */
  decode(): ModelTurn | string;
}

/** Reads raw output as the proto3-JSON of a ModelTurn. A failure here is one of format, never of content. */
export const readEnvelope = (raw: Uint8Array, clientTools: ClientTools = () => undefined): RawTurn | JsonFailure => {
  const reading = readJson(raw);
  if (!reading.ok) return reading;
  if (!isObject(reading.value)) return { problem: "the output is JSON and not an object" };
  return rawTurnOf(withClientParams(withoutNulls(withUnseen(reading.value)), clientTools));
};

/** Prompts have characters written out that nobody sees; exact words that a model gives back hold the characters again. */
const withUnseen = <V extends JsonValue>(value: V): V => {
  if (typeof value === "string") return readBack(value) as V;
  if (Array.isArray(value)) return value.map(withUnseen) as unknown as V;
  if (!isObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, withUnseen(inner)])) as V;
};

/**
 * A strict schema of OpenAI has every member written, those that are left out as null: so null is read as left out. In a list
 * it stays what it is, and is refused.
 */
export const withoutNulls = <V extends JsonValue>(value: V): V => {
  if (Array.isArray(value)) return value.map(withoutNulls) as unknown as V;
  if (!isObject(value)) return value;
  const kept = Object.entries(value).filter(([, inner]) => inner !== null);
  return Object.fromEntries(kept.map(([key, inner]) => [key, withoutNulls(inner)])) as V;
};

const rawTurnOf = ({ value, failure: inClientParams }: WithClientParams): RawTurn => {
  // What is wrong around the parameters is told before what is wrong in them.
  const shape = checkShape(ModelTurnSchema, value);
  const failure = inClientParams && (!shape || isInParams(shape)) ? inClientParams : shape;
  const nonce = memberOf(value, "nonce", "nonce");
  return {
    nonce: typeof nonce === "string" ? nonce : undefined,
    nonceStands: nonce !== undefined,
    toolNames: toolNamesOf(value),
    failure,
    failureInParams: failure !== undefined && isInParams(failure),
    decode: () => decode(value),
  };
};

const isInParams = ({ path }: ShapeFailure): boolean =>
  /^(?:tool\.requests|final\.suggested(?:Searches|_searches))\[\d+\]\.params(\.|$)/.test(path);

const toolNamesOf = (value: JsonValue): (string | undefined)[] => {
  const requests = memberOf(memberOf(value, "tool", "tool"), "requests", "requests");
  if (!Array.isArray(requests)) return [];
  return requests.map((request) => {
    const name = memberOf(request, "toolName", "tool_name");
    return typeof name === "string" ? name : undefined;
  });
};

const decode = (value: JsonValue): ModelTurn | string => {
  try {
    return fromJson(ModelTurnSchema, value as ProtoJson, { ignoreUnknownFields: false });
  } catch (error) {
    // Number ranges and base64 are left to fromJson. Its words may hold the model's text, so they are not passed on.
    return error instanceof Error ? "a value is outside the range of its field" : "the value could not be decoded";
  }
};

/** A turn as the bytes a provider puts out: the canonical proto3-JSON, UTF-8. */
export const writeEnvelope = (turn: ModelTurn): Uint8Array =>
  new TextEncoder().encode(toJsonString(ModelTurnSchema, turn));
