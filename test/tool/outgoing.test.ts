import { create, type MessageInitShape } from "@bufbuild/protobuf";
import { describe, expect, it } from "vitest";
import { ToolRequestParamsSchema } from "../../gen/pincite/tool/v1/tool_request_pb.ts";
import { objectionToLeaving, outgoing } from "../../src/tool/outgoing.ts";

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

describe("an id that a model writes into a request to LawBot", () => {
  const objection = (ids: { docUid: string; chunkUid?: string }, lawIds: readonly string[] = []) =>
    objectionToLeaving(params({ case: "lawbotGetSpans", value: { queries: [{ locator: ids, query: "loon" }] } }), {
      ...{ personal: [], lawIds },
    });

  it.each(["BWBR0005290@2012-10-01", "BWBR0005290@2012-10-01_2", "CVDR123456@2020-01-01", "ECLI:NL:HR:1984:AG4908"])(
    "may leave when it says nothing but which law: %s",
    (docUid) => expect(objection({ docUid })).toBeUndefined(),
  );

  it.each([
    "De-werkgever-heeft-op-3-mei-beloofd-dat-ik-thuis-mag-werken@2012-10-01",
    "werkgever@2012-10-01",
    "BWBR0005290@2012-10-01#/Boek7/de-werkgever-heeft-beloofd",
    "BWBR0005290@2012-10-01 en de werkgever heeft beloofd",
    "ECLI:NL:HR:2020:JANSENISZIEK",
    "ECLI:NL:HR:2020:1\nx",
  ])("waits for a person when it may say something else: %j", (docUid) => expect(objection({ docUid })).toBe("id"));

  it("waits when only the chunk was made up, and leaves when LawBot gave it", () => {
    const made = { docUid: "BWBR0005290@2012-10-01", chunkUid: "BWBR0005290@2012-10-01#1:7" };
    expect(objection(made)).toBe("id");
    expect(objection(made, [made.chunkUid])).toBeUndefined();
    expect(objection({ docUid: "oud-besluit@1950-01-01" }, ["oud-besluit@1950-01-01"])).toBeUndefined();
  });

  it("hides no words behind an id that was given", () => {
    const query = "Jan Bakkerman 06-12345678";
    const asked = params({ case: "lawbotGetSpans", value: { queries: [{ locator, query }] } });
    expect(objectionToLeaving(asked, { personal: [], lawIds: [locator.chunkUid] })).toBe("words");
  });
});
