import { create } from "@bufbuild/protobuf";
import { describe, expect, it } from "vitest";
import { ToolRequestSchema } from "../../gen/pincite/tool/v1/tool_request_pb.ts";
import { leftInTurn, leftLines } from "../../src/cli/print/left-lines.ts";
import { speechOf } from "../../src/messages/speech.ts";

const request = (held: string) =>
  create(ToolRequestSchema, {
    id: "toolreq:1",
    toolName: "lawbot.search",
    params: { params: { case: "lawbotSearch", value: { query: "ontslag tijdens ziekte" } } },
    leaving: { held, bits: held === "" ? 40 : 0, leftOut: ["qqkarin"] },
  });

// What a person had let go was told nowhere: a request that had waited counted as one of which nothing left.
describe("what left this installation", () => {
  const speech = speechOf("en");

  it("is told of a request that waited, once it has run, and of none that waits or was refused", () => {
    expect(leftLines(request("words"), speech)).toEqual([]);
    expect(leftLines(request("words"), speech, true).join()).toContain("ontslag tijdens ziekte");
    expect(leftInTurn([request("words")], speech)).toEqual([]);
    expect(leftInTurn([request("words"), request("")], speech, () => true).join()).toContain("2");
  });
});
