import { expect, it } from "vitest";
import { openCases, rulingXml } from "./support/case-client.ts";
import { importMessages } from "./support/lawbot-client.ts";
import { refused } from "./support/refused.ts";
import { bytesOf } from "./support/xml.ts";

it("a search in case law names the field whose day no calendar has", async () => {
  const { client, cases } = await openCases();
  const file = { path: "r.xml", validFrom: "", bytes: bytesOf(rulingXml("<para>De werkgever.</para>")) };
  await client.importRulings(importMessages("k", [file]));
  for (const [field, request] of [
    ["decided_from", { decidedFrom: "2013-02-30" }],
    ["decided_through", { decidedThrough: "2013-02-30" }],
  ] as const)
    expect(await refused(client.searchCases({ query: "werkgever", ...request }))).toMatchObject({
      reason: "REQUEST_INVALID",
      facts: { [field]: "2013-02-30" },
    });
  const { result } = await client.searchCases({ query: "werkgever", decidedFrom: "2020-01-17" });
  expect(result?.totalCount).toBe(1);
  cases.close();
});
