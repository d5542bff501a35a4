import { expect, it } from "vitest";
import type { Place } from "../../gen/pincite/span/v1/span_pb.ts";
import type { Leaves } from "../../src/tool/leaves.ts";

it("is declared for each member of a oneof, and of its kind", () => {
  // @ts-expect-error: a member without a word on what leaves
  const missing: Leaves<Place>["named"] = { page: "number", heading: "words", paragraph: "words", passage: "id" };
  // @ts-expect-error: a number is no text
  const kind: Leaves<Place>["named"]["page"] = "words";
  // @ts-expect-error: one word for all members
  const whole: Leaves<Place>["named"] = "stays";
  expect([missing, kind, whole]).toHaveLength(3);
});
