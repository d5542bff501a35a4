import { create } from "@bufbuild/protobuf";
import { describe, expect, it } from "vitest";
import { LawVersionSchema } from "../../gen/pincite/lawbot/v1/law_pb.ts";
import { VersionChoice } from "../../src/lawbot/searched-versions.ts";
import { Versions } from "../../src/lawbot/versions.ts";

const version = (lawId: string, validFrom: string) =>
  create(LawVersionSchema, { lawId, validFrom, docUid: `${lawId}@${validFrom}`, sourceDigest: "0".repeat(64) });
const every = (day: string) => ({ day, knownOn: "", lawIds: [] });
const uidsOf = (choice: VersionChoice, day: string): string[] => [...choice.of(every(day)).byUid.keys()];

describe("the versions that a search looks into", () => {
  it("are one of each law for the day, and others once the corpus has changed", () => {
    const versions = new Versions(
      { versions: [version("BWBR1", "2010-01-01"), version("BWBR2", "2011-01-01")] },
      "hint",
    );
    const choice = new VersionChoice(versions);
    expect(uidsOf(choice, "2013-01-01")).toEqual(["BWBR1@2010-01-01", "BWBR2@2011-01-01"]);
    expect(choice.of(every("2013-01-01")).isAll).toBe(true);
    expect(uidsOf(choice, "2010-06-01")).toEqual(["BWBR1@2010-01-01"]);
    expect(choice.of(every("2010-06-01"))).toMatchObject({ isAll: false, scope: expect.stringContaining("BWBR2") });
    versions.add(version("BWBR1", "2012-01-01"));
    expect(uidsOf(choice, "2013-01-01")).toEqual(["BWBR1@2012-01-01", "BWBR2@2011-01-01"]);
    expect(choice.of(every("2013-01-01")).isAll).toBe(false);
  });

  it("are those of the laws asked for, each once", () => {
    const versions = new Versions(
      { versions: [version("BWBR1", "2010-01-01"), version("BWBR2", "2011-01-01")] },
      "hint",
    );
    const choice = new VersionChoice(versions);
    const asked = { day: "2013-01-01", knownOn: "", lawIds: ["BWBR2", "BWBR2"] };
    expect([...choice.of(asked).byUid.keys()]).toEqual(["BWBR2@2011-01-01"]);
    expect(choice.of(asked).scope).toContain("BWBR2@2011-01-01");
    expect(() => choice.of({ ...asked, lawIds: ["BWBR9"] })).toThrow("BWBR9 is not loaded");
  });

  it("are chosen anew for a day not asked lately, as for the first", () => {
    const versions = new Versions({ versions: [version("BWBR1", "2010-01-01")] }, "hint");
    const choice = new VersionChoice(versions);
    for (let day = 10; day < 60; day++) {
      expect(uidsOf(choice, `20${day}-01-01`)).toEqual(["BWBR1@2010-01-01"]);
      expect(choice.of(every(`20${day}-01-01`)).scope).toContain(`as loaded for 20${day}-01-01`);
    }
    expect(() => choice.of(every("2009-01-01"))).toThrow("no loaded law was in force on 2009-01-01");
  });
});
