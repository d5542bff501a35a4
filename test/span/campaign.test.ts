import { expect, it } from "vitest";
import { describeWithData } from "../support/shared-data.ts";
import { runCampaign } from "./campaign/campaign.ts";
import { campaignTexts, someTexts } from "./campaign/texts.ts";

/** The long run is `npm run campaign -- spans`; this one has the same changes on fewer texts. */
const perClass = 25;

describeWithData(
  "quotes of real contracts, mails, statutes and PDFs, changed in every way that is known",
  "spans-cuad",
  () => {
    it("are taken only where the same words stand, and found where nothing but typesetting differs", async () => {
      const rows = runCampaign(await campaignTexts(someTexts), perClass, 7);
      const sum = (count: (row: (typeof rows)[number]) => number): number =>
        rows.reduce((all, row) => all + count(row), 0);
      expect(rows.flatMap((row) => (row.falseAccepts > 0 ? [row.mutation, ...row.failures] : []))).toEqual([]);
      const benign = sum((row) => (row.isBenign ? row.tried : 0));
      const missed = rows.flatMap((row) => (row.falseRejects > 0 ? [row.mutation, ...row.failures] : []));
      expect(sum((row) => row.falseRejects) / benign, missed.join("\n")).toBeLessThanOrEqual(0.01);
      // Every class must find quotes that it applies to, or it proves nothing.
      expect(rows.filter(({ tried }) => tried < 5).map(({ mutation }) => mutation)).toEqual([]);
      expect(sum(({ tried }) => tried)).toBeGreaterThan(1_200);
    });
  },
);
