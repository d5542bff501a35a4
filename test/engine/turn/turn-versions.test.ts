import { type DescField, type DescMessage, ScalarType } from "@bufbuild/protobuf";
import { describe, expect, it } from "vitest";
import { ModelTurnSchema } from "../../../gen/pincite/model/v1/model_turn_pb.ts";
import { digestOf } from "../../../src/engine/run/digest-of.ts";
import { envelopeVersion, policyVersion } from "../../../src/engine/turn/turn-suspension.ts";
import { builtInCatalogue, builtInSpecs, catalogueOf } from "../../../src/tool/catalogue.ts";
import { withChangedTool, withClientTool } from "../waiting-tools.ts";

const typeOf = (field: DescField): string => {
  if (field.message) return field.message.typeName;
  if (field.enum)
    return `${field.enum.typeName} ${field.enum.values.map((one) => `${one.name}=${one.number}`).join(" ")}`;
  return "scalar" in field && field.scalar !== undefined ? (ScalarType[field.scalar] ?? "") : "";
};

/** Every message a model can write, with its fields, in order of name. */
const shape = (root: DescMessage): string => {
  const seen = new Map<string, string>();
  const visit = (message: DescMessage): void => {
    if (seen.has(message.typeName)) return;
    const fields = message.fields.map((one) => `${one.number} ${one.name} ${one.fieldKind} ${typeOf(one)}`);
    seen.set(message.typeName, `${message.typeName}\n${fields.join("\n")}`);
    for (const { message: inner } of message.fields) if (inner) visit(inner);
  };
  visit(root);
  return [...seen.values()].toSorted().join("\n");
};

describe("the version of the envelope", () => {
  it("is raised with every change of what a model can write", () => {
    // Another digest: raise `envelopeVersion` in src/engine/turn/turn-suspension.ts, then write the new pair here.
    expect([envelopeVersion, digestOf(shape(ModelTurnSchema)).slice(0, 16)]).toEqual(["12", "e271ba79c2fc0f67"]);
  });
});

describe("the version of the tool policy", () => {
  it("is the same for the same tools, whatever their order", () => {
    const again = catalogueOf(builtInSpecs.toReversed());
    expect(policyVersion(again)).toBe(policyVersion(builtInCatalogue));
    expect(policyVersion(builtInCatalogue)).toMatch(/^[0-9a-f]{16}$/);
  });

  it("is another one for every tool that is added or changed", () => {
    const all = [builtInCatalogue, withClientTool, withChangedTool].map(policyVersion);
    expect(new Set(all).size).toBe(3);
  });
});
