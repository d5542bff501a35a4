import { createFileRegistry, type DescMessage, fromBinary } from "@bufbuild/protobuf";
import { FileDescriptorSetSchema, FieldDescriptorProto_Type as Type } from "@bufbuild/protobuf/wkt";
import { describe, expect, it } from "vitest";
import { OrchestratorState } from "../../gen/pincite/run/v1/orchestrator_state_pb.ts";
import { LawbotSearchParamsSchema } from "../../gen/pincite/tool/v1/tool_request_pb.ts";
import { acceptTurn } from "../../src/model/accept.ts";
import { systemPrompt } from "../../src/model/prompt/system-prompt.ts";
import { answerSchema } from "../../src/model/providers/answer-schema.ts";
import { descriptorSet, field, message } from "../catalogue/tool-folder.ts";
import { expectedTurn } from "./turns.ts";

// A message of a descriptor set, as a layer brings it, with every kind of field it may have.
const set = descriptorSet([
  message("Place", [field("street")]),
  message("LookupParams", [
    field("query"),
    field("limit", Type.INT32),
    field("size", Type.UINT64),
    field("from", Type.INT64),
    field("key", Type.BYTES),
    field("exact", Type.BOOL),
    field("place", Type.MESSAGE, { typeName: ".acme.v1.Place" }),
    field("tags", Type.STRING, { repeated: true }),
  ]),
]);
const lookup = createFileRegistry(fromBinary(FileDescriptorSetSchema, set)).getMessage("acme.v1.LookupParams")!;

/** A tool whose message has rules: one of ours stands in for one with `buf.validate` options of its own. */
const ruled: DescMessage = LawbotSearchParamsSchema;
const clientTools = (name: string) => {
  const params = { "acme.lookup": lookup, "acme.ruled": ruled }[name];
  return params && { params, description: "Looks a file number up." };
};
const nonce = "n-1";
const expected = expectedTurn({ allowedTools: ["vault.search", "acme.lookup", "acme.ruled"], clientTools });

const answer = (toolName: string, opaque: unknown, more: object = {}) =>
  acceptTurn(
    new TextEncoder().encode(
      JSON.stringify({ nonce, tool: { requests: [{ toolName, reason: "why", params: { opaque, ...more } }] } }),
    ),
    expected,
  );

describe("the parameters of a client-executed tool in a model's answer", () => {
  it("are the JSON of its own message, and become its bytes", () => {
    const written = {
      ...{ query: "12/345", limit: -3, size: "18446744073709551615", from: "-9", key: "AQI=", exact: true },
      ...{ place: { street: "Laan 1" }, tags: ["a", "b"] },
    };
    const accepted = answer("acme.lookup", written);
    if (!accepted.ok) throw new Error(accepted.firstFailure);
    const params =
      accepted.turn.turn.case === "tool" ? accepted.turn.turn.value.requests[0]?.params?.params : undefined;
    expect(params).toMatchObject({ case: "opaque", value: { typeName: "acme.v1.LookupParams" } });
    const bytes = params?.case === "opaque" ? params.value.value : new Uint8Array();
    expect(fromBinary(lookup, bytes)).toMatchObject({
      ...{ query: "12/345", limit: -3, size: 18446744073709551615n, from: -9n, exact: true, tags: ["a", "b"] },
      ...{ key: new Uint8Array([1, 2]), place: { street: "Laan 1" } },
    });
  });

  it.each<[string, unknown, string]>([
    ["an unknown key", { colour: "red" }, "tool.requests[0].params.opaque.colour"],
    ["a null in a list", { tags: [null] }, "tool.requests[0].params.opaque.tags"],
    ["a text for a number", { limit: "3" }, "tool.requests[0].params.opaque.limit"],
    ["a number too large", { limit: 2 ** 31 }, "outside the range"],
    ["no base64", { key: "*" }, "outside the range"],
    ["type name and bytes of its own", { typeName: "acme.v1.LookupParams", value: "" }, "params.opaque.typeName"],
    ["no object", "text", "an object was expected"],
  ])("are refused with %s", (_, opaque, failure) => {
    expect(answer("acme.lookup", opaque)).toMatchObject({
      ok: false,
      reason: "tool_call_invalid_args",
      firstFailure: expect.stringContaining(failure),
    });
  });

  it("read a null as left out, as a schema that names every member makes a model write it", () => {
    expect(answer("acme.lookup", { query: "12/345", limit: null })).toEqual(answer("acme.lookup", { query: "12/345" }));
    expect(answer("acme.lookup", { query: "12/345", limit: null })).toMatchObject({ ok: true });
  });

  it("are refused where they break a rule of their message, and the value is not repeated", () => {
    const refused = answer("acme.ruled", { query: "x".repeat(301) });
    expect(refused).toMatchObject({ ok: false, reason: "tool_call_invalid_args" });
    expect(JSON.stringify(refused)).not.toContain("xxx");
    expect(answer("acme.ruled", { query: "goed werkgeverschap" })).toMatchObject({ ok: true });
  });

  it("belong to client-executed tools alone, and these take no others", () => {
    expect(answer("vault.search", { query: "x" })).toMatchObject({ ok: false, reason: "tool_call_invalid_args" });
    expect(answer("acme.lookup", undefined, { vaultSearch: { query: "x" } })).toMatchObject({
      ok: false,
      reason: "tool_call_invalid_args",
    });
  });

  it("are told of in the system prompt, with what the tool is for", () => {
    const step = { state: OrchestratorState.EVIDENCE_NEEDS, nonce, finalOnly: false, requestsMax: 2, clientTools };
    const line =
      'acme.lookup: Looks a file number up. Its "params" is { "opaque": { … } } with the fields query, limit, size, from, key, exact, place, tags.';
    expect(systemPrompt({ ...step, allowedTools: ["vault.search", "acme.lookup"] }).text.split("\n")).toContain(line);
    expect(systemPrompt({ ...step, allowedTools: ["vault.search"] }).text).not.toContain("acme");
    expect(systemPrompt({ ...step, allowedTools: ["acme.lookup"], finalOnly: true }).text).not.toContain("acme");
  });

  it("stand in the schema as a closed object of their own fields", () => {
    const question = { state: OrchestratorState.EVIDENCE_NEEDS, nonce, finalOnly: false, requestsMax: 2, clientTools };
    const schema = JSON.parse(answerSchema({ ...question, allowedTools: ["acme.lookup"] }));
    const [item] = schema.oneOf[0].properties.tool.properties.requests.items.oneOf;
    expect(item.properties.params.properties.opaque).toEqual({
      type: "object",
      additionalProperties: false,
      required: [],
      properties: {
        query: { type: "string" },
        limit: { type: "integer", minimum: -2147483648, maximum: 2147483647 },
        size: { type: "string", pattern: "^[0-9]{1,20}$" },
        from: { type: "string", pattern: "^-?[0-9]{1,19}$" },
        key: { type: "string" },
        exact: { type: "boolean" },
        place: {
          type: "object",
          properties: { street: { type: "string" } },
          required: [],
          additionalProperties: false,
        },
        tags: { type: "array", items: { type: "string" } },
      },
    });
  });
});
