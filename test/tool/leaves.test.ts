import { create, type MessageInitShape } from "@bufbuild/protobuf";
import { describe, expect, it } from "vitest";
import { type Place, PlaceSchema } from "../../gen/pincite/span/v1/span_pb.ts";
import { type Leaves, leaving } from "../../src/tool/leaves.ts";

/** As if places were asked of a service outside. */
const leaves: Leaves<Place> = {
  named: { page: "number", heading: "text", paragraph: "text", passage: "id", unit: "stays" },
  ...{ startChar: "number", endChar: "stays", label: "text", sourceDigest: "id" },
};

const of = (place: MessageInitShape<typeof PlaceSchema>) => leaving(leaves, create(PlaceSchema, place));

describe("what leaves of a message with a oneof", () => {
  it("is the member that is set, as that member is declared", () => {
    expect(of({ named: { case: "heading", value: "Werkplek" } })).toEqual({ texts: ["Werkplek"], ids: [] });
    expect(of({ named: { case: "passage", value: "chunk" } })).toEqual({ texts: [], ids: ["chunk"] });
    expect(of({ named: { case: "unit", value: "/Artikel611" } })).toEqual({ texts: [], ids: [] });
    expect(of({ named: { case: "page", value: 3 } })).toEqual({ texts: [], ids: [] });
    expect(of({ label: "p. 3", sourceDigest: "ab" })).toEqual({ texts: ["p. 3"], ids: ["ab"] });
  });

  it("is declared for each member, and of its kind", () => {
    // @ts-expect-error: a member without a word on what leaves
    const missing: Leaves<Place>["named"] = { page: "number", heading: "text", paragraph: "text", passage: "id" };
    // @ts-expect-error: a number is no text
    const kind: Leaves<Place>["named"]["page"] = "text";
    // @ts-expect-error: one word for all members
    const whole: Leaves<Place>["named"] = "stays";
    expect([missing, kind, whole]).toHaveLength(3);
  });
});
