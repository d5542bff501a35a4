import { create, toJson } from "@bufbuild/protobuf";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { WorkflowProfileSchema } from "../../../gen/pincite/memo/v1/workflow_profile_pb.ts";
import { ModelTurnSchema } from "../../../gen/pincite/model/v1/model_turn_pb.ts";
import type { OrchestratorState } from "../../../gen/pincite/run/v1/orchestrator_state_pb.ts";
import { effectiveBudget } from "../../../src/model/budget.ts";
import { extractiveTurn } from "../../../src/model/providers/extractive/provider.ts";
import { decoderSchema } from "../../../src/model/providers/openai-compatible/decoder-schema.ts";
import { buildModelRequest } from "../../../src/model/request.ts";
import { draws } from "../../support/draws.ts";
import { anyContext } from "../contexts.ts";
import { sha256 } from "../turns.ts";

// biome-ignore lint/suspicious/noExplicitAny: a schema is read member by member
type Schema = any;

/** What a grammar would let through: the few keywords the decoder's schema has. */
const fits = (schema: Schema, value: unknown): boolean => {
  if (schema.anyOf) return schema.anyOf.some((one: Schema) => fits(one, value));
  if (schema.const !== undefined) return value === schema.const;
  if (schema.enum) return schema.enum.includes(value);
  if (schema.type === "array") return Array.isArray(value) && value.every((one) => fits(schema.items, one));
  if (schema.type !== "object") return typeof value === (schema.type === "integer" ? "number" : schema.type);
  if (typeof value !== "object" || value === null) return false;
  const known = Object.entries(value).every(
    ([key, inner]) => schema.properties[key] && fits(schema.properties[key], inner),
  );
  return known && schema.required.every((key: string) => Object.hasOwn(value, key));
};

const schemaFor = (context: Parameters<typeof buildModelRequest>[0]["context"], nonce = "n-1"): Schema => {
  const budget = effectiveBudget(create(WorkflowProfileSchema));
  const { request } = buildModelRequest({
    ...{ runId: "r", turnId: "t", step: 0, shown: [], sha256 },
    context,
    searches: context?.allowedTools ?? [],
    nonce,
    budget,
  });
  return decoderSchema(JSON.parse(request.answerSchema));
};

describe("the schema for a server's decoder", () => {
  it.each([1, 2, 3, 4, 5, 6])("lets through every answer that a provider of stage %i gives", (state) => {
    fc.assert(
      fc.property(anyContext(state as OrchestratorState), (context) => {
        const turn = toJson(ModelTurnSchema, extractiveTurn("n-1", context));
        expect(fits(schemaFor(context), turn)).toBe(true);
        expect(fits(schemaFor(context), { ...(turn as object), thoughts: "x" })).toBe(false);
        expect(fits(schemaFor(context, "n-2"), turn)).toBe(false);
      }),
      { numRuns: draws(6) },
    );
  });

  it("has no keyword that a grammar may not know, and closes every object", () => {
    const known = [
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
    const walk = (schema: Schema): void => {
      expect(Object.keys(schema).filter((key) => !known.includes(key))).toEqual([]);
      if (schema.type === "object") expect(schema.additionalProperties).toBe(false);
      for (const inner of Object.values(schema.properties ?? {})) walk(inner);
      for (const inner of [...(schema.anyOf ?? []), ...(schema.items ? [schema.items] : [])]) walk(inner);
    };
    for (const state of [1, 2, 3, 4, 5, 6] as OrchestratorState[])
      for (const context of fc.sample(anyContext(state), { numRuns: 3, seed: 7 })) walk(schemaFor(context));
  });

  it("writes a choice between members out as whole objects", () => {
    const choice = { oneOf: [{ required: ["a"] }, { required: ["b"] }] };
    const text = { type: "string", maxLength: 9 };
    const schema = { type: "object", properties: { a: text, b: text, c: text }, required: ["c"], allOf: [choice] };
    const one = (name: string) => ({
      type: "object",
      properties: { [name]: { type: "string" }, c: { type: "string" } },
      required: ["c", name],
      additionalProperties: false,
    });
    expect(decoderSchema(schema)).toEqual({ anyOf: [one("a"), one("b")] });
  });
});
