import { create, type MessageInitShape } from "@bufbuild/protobuf";
import { describe, expect, it } from "vitest";
import { ToolRequestParamsSchema } from "../../gen/pincite/tool/v1/tool_request_pb.ts";
import { outgoing } from "../../src/tool/outgoing.ts";

type Params = MessageInitShape<typeof ToolRequestParamsSchema>["params"];

const params = (params: NonNullable<Params>) =>
  create(ToolRequestParamsSchema, { params } as MessageInitShape<typeof ToolRequestParamsSchema>);

const locator = {
  ...{ docUid: "BWBR0005290@2012-10-01", chunkUid: "BWBR0005290@2012-10-01#1:7", occurrenceIndex: 3 },
  ...{ exactQuote: "quote", contextBefore: "before", contextAfter: "after" },
};

describe("what of a request leaves for LawBot", () => {
  it("is its queries and citations", () => {
    const search = { query: "q", inForceOn: "2024-01-01", limit: 5 };
    expect(outgoing(params({ case: "lawbotSearch", value: search }))).toEqual({ texts: ["q"], ids: [] });
    const citations = { citations: ["a", "b"], inForceOn: "2024-01-01" };
    for (const member of ["lawbotResolveCitations", "lawbotCaseResolveCitations"] as const)
      expect(outgoing(params({ case: member, value: citations }))).toEqual({ texts: ["a", "b"], ids: [] });
  });

  it.each(["lawbotGetSpans", "lawbotCaseGetSpans"] as const)("is quotes, contexts and ids of %s", (member) => {
    const value = { queries: [{ locator, query: "q" }, { locator: { docUid: "second" } }, {}] };
    expect(outgoing(params({ case: member, value }))).toEqual({
      texts: ["q", "quote", "before", "after"],
      ids: [locator.docUid, locator.chunkUid, "second"],
    });
  });

  it("is nothing for tools of the Vault, of clients, and without parameters", () => {
    expect(outgoing(params({ case: "vaultSearch", value: { query: "q" } }))).toEqual({ texts: [], ids: [] });
    const opaque = { typeName: "acme.v1.LookupParams", value: new Uint8Array([10, 1, 65]) };
    expect(outgoing(params({ case: "opaque", value: opaque }))).toEqual({ texts: [], ids: [] });
    expect(outgoing(create(ToolRequestParamsSchema))).toEqual({ texts: [], ids: [] });
  });
});
