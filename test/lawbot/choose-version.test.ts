import { create } from "@bufbuild/protobuf";
import { describe, expect, it } from "vitest";
import { VersionRegisterSchema } from "../../gen/pincite/lawbot/v1/law_pb.ts";
import { chooseVersion } from "../../src/lawbot/choose-version.ts";

const entry = (
  label: string,
  through: string,
  known: [string, string] = ["2000-01-01", "9999-12-31"],
  deleted = false,
) => ({
  label,
  inForceFrom: label.slice(0, 10),
  inForceThrough: through,
  knownFrom: known[0],
  knownThrough: known[1],
  deleted,
});

const register = create(VersionRegisterSchema, {
  lawId: "BWBR0000001",
  versions: [
    entry("2002-01-01_0", "2003-12-31"),
    // The state of 2004 was first taken to last until 2010; a change with retroactive effect shortened it.
    entry("2004-01-01_0", "2010-12-31", ["2004-01-01", "2006-06-30"]),
    entry("2004-01-01_1", "2005-12-31", ["2006-07-01", "9999-12-31"]),
    entry("2008-01-01_0", "2008-12-31", ["2000-01-01", "9999-12-31"], true),
    entry("2009-01-01_0", "2012-12-31"),
  ],
});

const going = create(VersionRegisterSchema, {
  lawId: "BWBR0000001",
  versions: [
    entry("2012-01-01_0", "2012-12-31", ["2010-12-01", "9999-12-31"]),
    entry("2013-01-01_0", "9999-12-31", ["2012-11-15", "9999-12-31"]),
  ],
});

const chosen = (day: string, knownOn = "", of = register): string => {
  const choice = chooseVersion(of, day, knownOn);
  if ("version" in choice) return choice.version.label;
  return `${choice.why} ${choice.before?.label ?? "-"} ${choice.after?.label ?? "-"}`;
};

describe("choosing a version by the day in force and the day it is known on", () => {
  const cases: [string, string, string, string, typeof register?][] = [
    ["the first day of a version", "2002-01-01", "", "2002-01-01_0"],
    ["its last day", "2003-12-31", "", "2002-01-01_0"],
    ["the newer text of one day, as is known last", "2005-01-01", "", "2004-01-01_1"],
    ["the text that was believed then", "2005-01-01", "2006-01-01", "2004-01-01_0"],
    ["the text believed then, on a day that was cut off later", "2007-01-01", "2006-01-01", "2004-01-01_0"],
    ["a day before the law", "1999-01-01", "", "NOT_YET_IN_FORCE - 2002-01-01_0"],
    ["a day between two versions", "2007-01-01", "", "GAP 2004-01-01_1 2009-01-01_0"],
    ["a day whose file was deleted", "2008-06-01", "", "DELETED 2004-01-01_1 2009-01-01_0"],
    ["a day after the law", "2013-01-01", "", "WITHDRAWN 2009-01-01_0 -"],
    // "WITHDRAWN" was answered for a law that never was: its next version was only not known yet.
    [
      "a day behind what was known then, of a law that goes on",
      "2013-06-01",
      "2011-01-01",
      "NOT_YET_KNOWN 2012-01-01_0 -",
      going,
    ],
    ["a day behind a law that has ended, as known then", "2013-06-01", "2011-01-01", "WITHDRAWN 2009-01-01_0 -"],
    ["a view before anything was known", "2002-06-01", "1999-12-31", "ANNOUNCED - -"],
  ];
  for (const [name, day, knownOn, wanted, of] of cases) {
    it(`gives ${name}: ${wanted}`, () => expect(chosen(day, knownOn, of)).toBe(wanted));
  }

  it("finds nothing in a register without versions, and says that the law was announced", () => {
    expect(chooseVersion(create(VersionRegisterSchema), "2020-01-01", "")).toMatchObject({ why: "ANNOUNCED" });
  });

  it("never gives a version that does not cover the day", () => {
    for (let year = 1998; year < 2015; year++)
      for (const month of ["01", "07"]) {
        const day = `${year}-${month}-15`;
        const choice = chooseVersion(register, day, "");
        if ("version" in choice) {
          expect(choice.version.inForceFrom <= day && day <= choice.version.inForceThrough).toBe(true);
          expect(choice.version.deleted).toBe(false);
        }
      }
  });
});
