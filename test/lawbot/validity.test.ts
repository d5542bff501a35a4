import { create } from "@bufbuild/protobuf";
import { describe, expect, it } from "vitest";
import { LawVersionSchema, VersionRegisterSchema } from "../../gen/pincite/lawbot/v1/law_pb.ts";
import { Validity_State } from "../../gen/pincite/span/v1/span_pb.ts";
import { validityOf } from "../../src/lawbot/validity.ts";

const text = (label: string, form = "bwb-toestand") =>
  create(LawVersionSchema, { lawId: "BWBR0000001", validFrom: label.slice(0, 10), label, form });
const old = create(LawVersionSchema, { lawId: "BWBR0000001", validFrom: "2012-10-01", form: "bwb-2012" });

const row = (label: string, inForceThrough: string) => ({
  label,
  inForceFrom: label.slice(0, 10),
  inForceThrough,
  knownFrom: "2000-01-01",
  knownThrough: "9999-12-31",
});
const register = create(VersionRegisterSchema, {
  lawId: "BWBR0000001",
  generated: "2025-03-05T12:02:11+01:00",
  versions: [row("2012-01-01_0", "2014-12-31"), row("2015-01-01_0", "9999-12-31")],
});

describe("whether a text of law is in force", () => {
  // BW 7 of October 2012 was told to be "in force on 2025-12-15", through to a finalised memo.
  it("is unknown for a text without a register, however old, from its first day on", () => {
    const known = { register: undefined, loaded: [old] };
    expect(validityOf(old, known, "2025-12-15")).toMatchObject({
      state: Validity_State.UNKNOWN,
      on: "2025-12-15",
      from: "2012-10-01",
      until: "",
      knownOn: "",
      authority: "",
    });
    expect(validityOf(old, known, "2012-09-30").state).toBe(Validity_State.NOT_IN_FORCE);
  });

  it("goes with whether the text is a consolidated one of the Union, as its reader found", () => {
    const [act, later] = [text("2016-04-27_0", "formex-4"), text("2018-05-25_0", "formex-4-consolidated")];
    const known = { register: undefined, loaded: [act, later] };
    expect([act, later].map((each) => validityOf(each, known, "2020-01-01").consolidated)).toEqual([false, true]);
  });

  it("tells that a first day is only the day on which an act was made", () => {
    const made = create(LawVersionSchema, { lawId: "32003L0088", validFrom: "2003-11-04", fromDocumentDate: true });
    const known = { register: undefined, loaded: [made] };
    expect(validityOf(made, known, "2020-01-01")).toMatchObject({
      state: Validity_State.UNKNOWN,
      fromDocumentDate: true,
    });
    expect(validityOf(old, { register: undefined, loaded: [old] }, "2020-01-01").fromDocumentDate).toBe(false);
  });

  it("is denied, with its last day, once a loaded text of a later day took its place", () => {
    const [first, second] = [text("2012-01-01_0"), text("2015-01-01_0")];
    const known = { register: undefined, loaded: [first, second] };
    expect(validityOf(first, known, "2015-01-01")).toMatchObject({
      state: Validity_State.NOT_IN_FORCE,
      until: "2014-12-31",
    });
    expect(validityOf(first, known, "2014-12-31").state).toBe(Validity_State.UNKNOWN);
  });

  it("is what the register says, with the day on which it was known and who vouches", () => {
    const [first, second] = [text("2012-01-01_0"), text("2015-01-01_0")];
    const known = { register, loaded: [first, second] };
    expect(validityOf(first, known, "2013-05-05")).toMatchObject({
      state: Validity_State.IN_FORCE,
      until: "2014-12-31",
      knownOn: "2025-03-05",
      authority: "BWB manifest",
    });
    expect(validityOf(first, known, "2016-01-01").state).toBe(Validity_State.NOT_IN_FORCE);
    expect(validityOf(second, known, "2016-01-01")).toMatchObject({ state: Validity_State.IN_FORCE, until: "" });
  });

  // A register of 2015 vouched "in force" for 2026, with a rate that had changed in 2019.
  it("is unknown behind the last day of which the register speaks", () => {
    const second = text("2015-01-01_0");
    const known = { register, loaded: [second] };
    expect(validityOf(second, known, "2025-03-05").state).toBe(Validity_State.IN_FORCE);
    expect(validityOf(second, known, "2025-03-06")).toMatchObject({
      state: Validity_State.UNKNOWN,
      knownOn: "2025-03-05",
      authority: "BWB manifest",
    });
    const givenAgain = { ...known, register: { ...register, checkedOn: "2026-11-26" } };
    expect(validityOf(second, givenAgain, "2026-11-26").state).toBe(Validity_State.IN_FORCE);
    expect(validityOf(second, givenAgain, "2026-11-27").state).toBe(Validity_State.UNKNOWN);
    expect(validityOf(second, known, "2024-01-01", "2023-06-01").state).toBe(Validity_State.UNKNOWN);
    expect(validityOf(text("2012-01-01_0"), known, "2026-01-01").state).toBe(Validity_State.NOT_IN_FORCE);
  });

  it("counts the older form from the day its importer vouched for, as long as the register knows of no change", () => {
    const known = { register, loaded: [old] };
    expect(validityOf(old, known, "2013-01-01").state).toBe(Validity_State.IN_FORCE);
    expect(validityOf(old, known, "2015-01-01").state).toBe(Validity_State.NOT_IN_FORCE);
  });
});
