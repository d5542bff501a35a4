import { create, toJson } from "@bufbuild/protobuf";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { WorkflowProfileSchema } from "../../../gen/pincite/memo/v1/workflow_profile_pb.ts";
import { ModelTurnSchema } from "../../../gen/pincite/model/v1/model_turn_pb.ts";
import type { OrchestratorState } from "../../../gen/pincite/run/v1/orchestrator_state_pb.ts";
import { effectiveBudget } from "../../../src/model/budget.ts";
import { readEnvelope } from "../../../src/model/providers/envelope.ts";
import { extractiveTurn } from "../../../src/model/providers/extractive/provider.ts";
import { decoderSchema } from "../../../src/model/providers/openai-compatible/decoder-schema.ts";
import { isStrict, strictSchema } from "../../../src/model/providers/openai-compatible/strict-schema.ts";
import { buildModelRequest } from "../../../src/model/request.ts";
import { draws } from "../../support/draws.ts";
import { anyContext } from "../contexts.ts";
import { sha256 } from "../turns.ts";

// biome-ignore lint/suspicious/noExplicitAny: a schema is read member by member
type Schema = any;

const schemaFor = (context: Parameters<typeof buildModelRequest>[0]["context"]): Schema => {
  const budget = effectiveBudget(create(WorkflowProfileSchema));
  const { request } = buildModelRequest({
    ...{ runId: "r", turnId: "t", step: 0, shown: [], sha256, nonce: "n-1" },
    context,
    searches: context.allowedTools.filter((name) => name.endsWith(".search")),
    budget,
  });
  return strictSchema(decoderSchema(JSON.parse(request.answerSchema)));
};

/** What breaks a rule of "Structured Outputs, supported schemas" of OpenAI's documentation, read by itself. */
const faultsOf = (schema: Schema, path = "root", level = 1): string[] => {
  const allowed = [
    "type",
    "properties",
    "required",
    "additionalProperties",
    "items",
    "minItems",
    "enum",
    "const",
    "anyOf",
  ];
  const own = Object.keys(schema).filter((key) => !allowed.includes(key));
  const faults = own.map((key) => `${path}: ${key}`);
  if (path === "root" && schema.type !== "object") faults.push("root: no object");
  if (schema.anyOf) return [...faults, ...schema.anyOf.flatMap((one: Schema) => faultsOf(one, `${path}|`, level))];
  if (typeof schema.type !== "string") faults.push(`${path}: no type`);
  if (schema.items) return [...faults, ...faultsOf(schema.items, `${path}[]`, level)];
  if (schema.type !== "object") return faults;
  if (level > 10) faults.push(`${path}: too deep`);
  if (schema.additionalProperties !== false) faults.push(`${path}: open`);
  const names = Object.keys(schema.properties);
  if (JSON.stringify([...schema.required].sort()) !== JSON.stringify([...names].sort()))
    faults.push(`${path}: optional`);
  return [...faults, ...names.flatMap((name) => faultsOf(schema.properties[name], `${path}.${name}`, level + 1))];
};

/** A value with null for every member that its schema has and it leaves out, as a model under a strict schema writes it. */
const filled = (schema: Schema, value: Schema): Schema => {
  if (schema.anyOf) return filled(schema.anyOf.find((one: Schema) => fits(one, value)) ?? {}, value);
  if (Array.isArray(value)) return value.map((one) => filled(schema.items, one));
  if (schema.type !== "object" || value === null) return value;
  const names = Object.keys(schema.properties);
  return Object.fromEntries(
    names.map((name) => [name, name in value ? filled(schema.properties[name], value[name]) : null]),
  );
};

const fits = (schema: Schema, value: Schema): boolean => {
  if (schema.anyOf) return schema.anyOf.some((one: Schema) => fits(one, value));
  if (schema.type === "null") return value === null;
  if (schema.const !== undefined) return value === schema.const;
  if (schema.enum) return schema.enum.includes(value);
  if (schema.type === "array") return Array.isArray(value) && value.every((one) => fits(schema.items, one));
  if (schema.type !== "object") return typeof value === (schema.type === "integer" ? "number" : schema.type);
  if (typeof value !== "object" || value === null) return false;
  return (
    Object.keys(value).every((name) => schema.properties[name]) &&
    Object.entries<Schema>(schema.properties).every(([name, inner]) => fits(inner, value[name] ?? null))
  );
};

describe("the schema that OpenAI is asked to keep", () => {
  const stages = [1, 2, 3, 4, 5, 6] as OrchestratorState[];

  it.each(stages)("breaks none of the published rules in stage %i, whatever the step allows", (state) => {
    fc.assert(
      fc.property(anyContext(state), (context) => {
        const schema = schemaFor(context);
        expect(faultsOf(schema)).toEqual([]);
        expect(isStrict(schema)).toBe(true);
      }),
      { numRuns: draws(8) },
    );
  });

  it.each(stages)("takes every answer of stage %i, and what is written as null is read as left out", (state) => {
    fc.assert(
      fc.property(anyContext(state), (context) => {
        const schema = schemaFor(context);
        const turn = extractiveTurn("n-1", context);
        const plain = toJson(ModelTurnSchema, turn);
        expect(fits(schema, plain)).toBe(true);
        const whole = filled(schema, plain);
        expect(fits(schema, whole)).toBe(true);
        const read = readEnvelope(new TextEncoder().encode(JSON.stringify(whole)));
        expect("decode" in read && read.failure === undefined && read.decode()).toEqual(turn);
      }),
      { numRuns: draws(8) },
    );
  });

  it("is not called strict where a member may be left out, an object is open, the root is a choice or it is too large", () => {
    const closed = { type: "object", properties: {}, required: [], additionalProperties: false };
    expect(isStrict(closed)).toBe(true);
    const text = { type: "string" };
    expect(isStrict({ ...closed, properties: { a: text } })).toBe(false);
    expect(isStrict({ ...closed, additionalProperties: true })).toBe(false);
    expect(isStrict({ anyOf: [closed, closed] })).toBe(false);
    const names = Array.from({ length: 5_001 }, (_, at) => `a${at}`);
    const many = { ...closed, properties: Object.fromEntries(names.map((name) => [name, text])), required: names };
    expect(isStrict(many)).toBe(false);
  });
});
