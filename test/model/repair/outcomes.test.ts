import { readFileSync } from "node:fs";
import { dirname } from "node:path";
import { expect, it } from "vitest";
import { describeWithData } from "../../support/shared-data.ts";
import { awkwardQuery, framed, outcomeOf, outputSets, strictlyAccepted } from "./outcomes.ts";
import { repairPage } from "./page.ts";

describeWithData("REPAIR over broken JSON and real outputs of models", "json-repair-cases", (folder) => {
  const data = dirname(folder);

  it("does what docs/model-repair.md says; otherwise run node test/model/repair/write-page.ts", async () => {
    const page = readFileSync(new URL("../../../docs/model-repair.md", import.meta.url), "utf8");
    expect(page).toBe(await repairPage(data));
  });

  it("executes nothing that the strict checks refuse", async () => {
    for (const raws of Object.values(outputSets(data)))
      for (const raw of [...raws, ...framed(raws)]) {
        const outcome = await outcomeOf(raw);
        const ran = outcome.how === "executed" || outcome.how === "repaired";
        expect(ran).toBe(strictlyAccepted(outcome) && outcome.attempt.rejectReason === "");
      }
  });

  it("keeps the words of a search byte for byte, whatever stood around it", async () => {
    const raws = Object.values(outputSets(data)).flatMap(framed);
    const queries = (await Promise.all(raws.map((raw) => outcomeOf(raw)))).flatMap((one) => one.query ?? []);
    expect(queries.length).toBeGreaterThan(300);
    expect(new Set(queries)).toEqual(new Set([awkwardQuery]));
  });
});
