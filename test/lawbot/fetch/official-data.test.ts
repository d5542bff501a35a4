import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { expect, it } from "vitest";
import { readBwbCompanion } from "../../../src/lawbot/nl/bwb/read-companion.ts";
import { describeWithData } from "../../support/shared-data.ts";
import { fetchAll, kinds, openFetchBed, outcomes } from "./support/fetch-client.ts";
import { paths, searchAnswer } from "./support/small-service.ts";
import { cutAt, type StandIn, startStandIn } from "./support/stand-in.ts";

const drankwet = "BWBR0002458";
const woo = "BWBR0045754";

/** Serves the files as the services do, for a while. */
const served = async (files: ReadonlyMap<string, Uint8Array>, body: (service: StandIn) => Promise<void>) => {
  const service = await startStandIn(files);
  try {
    await body(service);
  } finally {
    await service.close();
  }
};

describeWithData("official statutes behind a stand-in", "law-bwb-toestand", (folder) => {
  const file = (name: string): Uint8Array => readFileSync(join(folder, name));
  const versionsOf = (name: string, lawId: string) => {
    const register = readBwbCompanion(file(name), { path: lawId, validFrom: "" });
    return register?.kind === "register" ? register.versions : [];
  };
  const drank = versionsOf(`${drankwet}_manifest.xml`, drankwet);
  const search = (lawId: string, versions: typeof drank, day: string) => {
    const listed = versions.map(({ label, inForceFrom, inForceThrough }) => ({
      label,
      from: inForceFrom,
      through: inForceThrough,
    }));
    return [paths.search(day, lawId), new TextEncoder().encode(searchAnswer(listed, day, lawId))] as const;
  };
  const files = (days: readonly string[]) =>
    new Map<string, Uint8Array>([
      [paths.manifest(drankwet), file(`${drankwet}_manifest.xml`)],
      [paths.manifest(woo), file("wetsuite_manifest.xml")],
      [paths.wti(woo), file(`${woo}_wti.xml`)],
      ...["2000-11-01_0", "2009-07-01_0", "2014-01-01_1", "2015-01-01_0"].map(
        (label) => [paths.text(label, drankwet), file(`${drankwet}_${label}.xml`)] as const,
      ),
      [paths.text("2022-05-01_0", woo), file(`${woo}_2022-05-01_0.xml`)],
      ...days.map((day) => search(drankwet, drank, day)),
      ...days.map((day) => search(woo, versionsOf("wetsuite_manifest.xml", woo), day)),
    ]);

  it("are loaded with the size and SHA-512 of their own manifest, by the day they were in force and known", async () => {
    await served(files(["2022-06-01", "2014-01-20", "2000-12-01"]), async ({ url }) => {
      const { client, lawbot } = await openFetchBed(url);
      const told = await fetchAll(client, { targets: [woo], inForceOn: "2022-06-01" });
      expect(told.message).toBe("");
      expect(kinds(told)).toContain("HASH_CHECKED");
      expect(outcomes(told)).toEqual([
        `IMPORTED ${woo}_2022-05-01_0.xml`,
        "IMPORTED manifest.xml",
        `IMPORTED ${woo}.WTI`,
      ]);
      expect(lawbot.catalogue.law(woo)).toMatchObject({ shortName: "Woo" });
      const later = await fetchAll(client, { targets: [drankwet], inForceOn: "2014-01-20" });
      expect(later.report?.targets[0]?.docUid).toBe(`${drankwet}@2014-01-01_1`);
      const old = await fetchAll(client, { targets: [drankwet], inForceOn: "2000-12-01" });
      expect(old.report?.targets[0]?.docUid).toBe(`${drankwet}@2000-11-01`);
    });
  });

  it("are fetched for the first day of each version in the manifest, or named as missing; never another one", async () => {
    const days = [...new Set(drank.map(({ inForceFrom }) => inForceFrom))];
    await served(files(days), async ({ url }) => {
      const { client } = await openFetchBed(url);
      const got: string[] = [];
      let missing = 0;
      for (const day of days) {
        const told = await fetchAll(client, { targets: [drankwet], inForceOn: day });
        const label = /BWBR0002458_(\S+)\.xml/.exec(outcomes(told)[0] ?? "")?.[1];
        if (told.reason === "") got.push(`${day} ${label}`);
        else missing += told.facts.why === "NOT_FOUND" ? 1 : 0;
      }
      expect(got).toEqual([
        "2000-11-01 2000-11-01_0",
        "2009-07-01 2009-07-01_0",
        "2014-01-01 2014-01-01_1",
        "2015-01-01 2015-01-01_0",
      ]);
      expect(got.length + missing).toBe(days.length);
    });
  });

  it("come out whole wherever the connection was cut", async () => {
    const bytes = file(`${drankwet}_2000-11-01_0.xml`).length;
    await served(files(["2000-12-01"]), async (service) => {
      await fc.assert(
        fc.asyncProperty(
          fc.integer({ min: 1, max: 70_000 }),
          fc.integer({ min: 1, max: bytes }),
          async (first, second) => {
            service.faults(paths.text("2000-11-01_0", drankwet), cutAt(first), cutAt(second));
            const { client, lawbot } = await openFetchBed(service.url);
            const told = await fetchAll(client, { targets: [drankwet], inForceOn: "2000-12-01" });
            expect(told.message).toBe("");
            expect(lawbot.versions.all().map(({ docUid }) => docUid)).toEqual([`${drankwet}@2000-11-01`]);
            lawbot.close();
          },
        ),
        { numRuns: 8 },
      );
    });
  });
});

describeWithData("official rulings behind a stand-in", "case-rechtspraak", (folder) => {
  const names = readdirSync(folder).filter((name) => name.startsWith("ECLI"));
  const ecliOf = (name: string) => name.replace(".xml", "").replaceAll("_", ":");

  it("are all loaded by their ECLI, and a second time nothing is asked", async () => {
    const files = new Map(names.map((name) => [paths.ruling(ecliOf(name)), readFileSync(join(folder, name))] as const));
    await served(files, async (service) => {
      const { client, cases } = await openFetchBed(service.url);
      const batches = [names.slice(0, 50), names.slice(50)].map((part) => part.map(ecliOf));
      for (const targets of batches) {
        const told = await fetchAll(client, { targets });
        expect(told.report?.targets.filter(({ reason }) => reason)).toEqual([]);
        expect(told.report?.importedCount).toBe(targets.length);
      }
      expect(cases.rulings.all()).toHaveLength(60);
      service.seen.length = 0;
      const again = await fetchAll(client, { targets: batches[0] ?? [] });
      expect(again.report?.presentCount).toBe(50);
      expect(service.seen).toEqual([]);
    });
  });
});
