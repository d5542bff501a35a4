import { describe, expect, it } from "vitest";
import { killOver } from "./vault-kill-campaign.ts";
import { madeUpMail } from "./vault-stream-box.ts";

// A little above what goes in one call, so that it is sent in pieces and can be read on from a place in its middle.
const bytesMin = 8.2 * 1024 * 1024;
const order = { bytesMin, level: 0, mail: () => madeUpMail(1_400), queries: ["toezegging", "bericht 77"], seed: 3 };

describe("an import whose server is killed and whose client is stopped in the middle", () => {
  for (const kind of ["mailbox", "zip", "pst"] as const) {
    it(`ends at the same documents, threads, list and answers as an undisturbed one: ${kind}`, async () => {
      const { differences, ...counts } = await killOver({ ...order, kind, kills: 1, stops: 1 });
      console.log(`${kind} killed: ${JSON.stringify(counts)}`);
      expect(differences).toEqual([]);
      expect(counts.kills).toBeGreaterThan(0);
      expect(counts.lines).toBeGreaterThan(512);
    });
  }
});
