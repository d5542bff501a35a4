import { create } from "@bufbuild/protobuf";
import { expect, it } from "vitest";
import { SearchNarrowing as By } from "../../gen/pincite/evidence/v1/evidence_pb.ts";
import { ToolRequestParamsSchema } from "../../gen/pincite/tool/v1/tool_request_pb.ts";
import { searchAsked } from "../../src/tool/search-narrowing.ts";

const vault = (value: object) => create(ToolRequestParamsSchema, { params: { case: "vaultSearch", value } });

it.each([
  [{ query: "vergoeding uitbetaald" }, []],
  [{ query: "vergoeding AND uitbetaald" }, []],
  [{ query: "vergoeding (bonus OR premie)" }, []],
  [{ query: '"vaste vergoeding"' }, [By.WORDS]],
  [{ query: "vergoeding -bonus" }, [By.WORDS]],
  [{ query: "vergoeding NOT bonus" }, [By.WORDS]],
  [{ query: "from:vries vergoeding" }, [By.WORDS]],
  [{ query: "vergoeding om 10:30" }, []],
  [{ query: "vergoeding", kinds: ["email"] }, [By.KINDS]],
  [{ query: "vergoeding", toIso: "2026-01-01", participants: [" ", "Iris"] }, [By.DAYS, By.PEOPLE]],
])("a search of %j leaves out %j", (value, narrowedBy) => {
  expect(searchAsked(vault(value))).toEqual({ query: value.query, narrowedBy });
});

it("of the law has no filter of papers, and what is no search asks for nothing", () => {
  const law = create(ToolRequestParamsSchema, {
    params: { case: "lawbotSearch", value: { query: "+goed werkgever" } },
  });
  expect(searchAsked(law)).toEqual({ query: "+goed werkgever", narrowedBy: [By.WORDS] });
  expect(searchAsked(undefined)).toEqual({ query: "", narrowedBy: [] });
});
