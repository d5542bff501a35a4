import { create, fromBinary, toBinary } from "@bufbuild/protobuf";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type ToolRequestParams, ToolRequestParamsSchema } from "../../gen/pincite/tool/v1/tool_request_pb.ts";
import { sha256, sha256Hex } from "../../src/sha256.ts";
import { toolSpecs } from "../../src/tool/catalogue.ts";
import { checkParams, paramsDigest } from "../../src/tool/params.ts";

/** One params message with each member set, by the member's proto name. */
const members = new Map(
  ToolRequestParamsSchema.oneofs[0]!.fields.map((field) => [
    field.name,
    create(ToolRequestParamsSchema, { params: { case: field.localName, value: {} } } as never),
  ]),
);

const search = (query: string): ToolRequestParams =>
  create(ToolRequestParamsSchema, { params: { case: "vaultSearch", value: { query } } });

describe("the parameters of a tool", () => {
  it("fit the tool whose name the member has, and no other of all pairs", () => {
    for (const spec of toolSpecs)
      for (const [member, params] of members) {
        const fits = member === spec.name.replaceAll(".", "_");
        expect([spec.name, member, checkParams(spec.name, params) === undefined]).toEqual([spec.name, member, fits]);
      }
  });

  it("must be there", () => {
    expect(checkParams("vault.search", create(ToolRequestParamsSchema))).toBe(
      "vault.search needs its parameters: set `vault_search`",
    );
  });

  it("are known for no tool that does not exist", () => {
    expect(checkParams("constructor", search("x"))).toMatch(/no parameters are known/);
  });

  it("have the hash of their encoding as digest", () => {
    const params = search("goed werkgeverschap");
    expect(paramsDigest(params, sha256)).toBe(sha256Hex(toBinary(ToolRequestParamsSchema, params)));
  });

  it("have equal digests if and only if they are equal", () => {
    fc.assert(
      fc.property(fc.string(), fc.string(), (one, other) => {
        expect(paramsDigest(search(one), sha256) === paramsDigest(search(other), sha256)).toBe(one === other);
      }),
    );
  });

  it("keep their digest when a field that nobody here knows is added", () => {
    const params = search("x");
    const unknown = fromBinary(
      ToolRequestParamsSchema,
      new Uint8Array([...toBinary(ToolRequestParamsSchema, params), 0xa2, 0x06, 0x01, 0x41]),
    );
    expect(unknown.$unknown).toHaveLength(1);
    expect(paramsDigest(unknown, sha256)).toBe(paramsDigest(params, sha256));
  });
});
