import { describe, expect, it } from "vitest";
import { file_pincite_tool_v1_tool_output } from "../../gen/pincite/tool/v1/tool_output_pb.ts";
import { file_pincite_tool_v1_tool_request } from "../../gen/pincite/tool/v1/tool_request_pb.ts";
import { ToolSpec_Risk } from "../../gen/pincite/tool/v1/tool_service_pb.ts";
import { toolSpecs } from "../../src/tool/catalogue.ts";
import { toolOf } from "../../src/tool/tools.ts";

const paramsTypes = file_pincite_tool_v1_tool_request.messages.map((message) => message.typeName);
const outputTypes = file_pincite_tool_v1_tool_output.messages.map((message) => message.typeName);

describe("the tool specs", () => {
  it("stand in order of name, each name once", () => {
    const names = toolSpecs.map((spec) => spec.name);
    expect(names).toEqual([...new Set(names)].toSorted());
  });

  it("give searches 20 seconds and everything else 30", () => {
    for (const spec of toolSpecs)
      expect([spec.name, spec.timeoutMs]).toEqual([spec.name, /search$/.test(spec.name) ? 20_000 : 30_000]);
  });

  it("name parameter messages that exist", () => {
    for (const spec of toolSpecs) expect(paramsTypes).toContain(spec.paramsType);
  });

  it("name the output messages of the contract", () => {
    for (const spec of toolSpecs.filter((each) => /resolve|get_spans/.test(each.name)))
      expect(outputTypes).toContain(spec.outputType);
    for (const spec of toolSpecs.filter((each) => /search$/.test(each.name)))
      expect(spec.outputType).toBe("pincite.evidence.v1.EvidenceSearchResult");
  });

  it("never let a model propose what changes the Vault", () => {
    for (const spec of toolSpecs) expect(spec.modelMayPropose).toBe(spec.risk === ToolSpec_Risk.READ_ONLY);
  });

  it("claim no executor: that is the server's to say", () => {
    expect(toolSpecs.filter((spec) => spec.available)).toEqual([]);
  });

  it("find a tool by its exact name only", () => {
    expect(toolOf("vault.search")?.spec.name).toBe("vault.search");
    for (const name of ["", "vault", "VAULT.SEARCH", "toString", "__proto__"]) expect(toolOf(name)).toBeUndefined();
  });
});
