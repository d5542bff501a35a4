import { create } from "@bufbuild/protobuf";
import { describe, expect, it } from "vitest";
import { EvidenceCandidateSchema } from "../../gen/pincite/evidence/v1/evidence_pb.ts";
import { CitationLedgerSchema } from "../../gen/pincite/memo/v1/citation_ledger_pb.ts";
import { Validity_State as State } from "../../gen/pincite/span/v1/span_pb.ts";
import { checkLawDays } from "../../src/proof/memo/texts.ts";
import { validityOn, withTellingDay } from "../../src/run/law-day.ts";

const version = (on: string, state: State, more: { until?: string; authority?: string; knownOn?: string } = {}) =>
  create(EvidenceCandidateSchema, {
    ...{ evidenceId: "law:BWBR0000001@2014-01-01#/Artikel1", versionDate: "2014-01-01", sourceDigest: "a" },
    validity: { state, on, from: "2014-01-01", ...more },
  });
const vouched = { until: "2015-06-30", authority: "BWB manifest", knownOn: "2026-01-01" };

describe("whether a version is in force on another day than was asked", () => {
  it("is as it was told for the very day", () => {
    expect(validityOn(version("2015-05-12", State.UNKNOWN, vouched), "2015-05-12").state).toBe(State.UNKNOWN);
  });

  it.each([
    ["before its first day", "2013-12-31", State.NOT_IN_FORCE],
    ["on its first day", "2014-01-01", State.IN_FORCE],
    ["on its last day", "2015-06-30", State.IN_FORCE],
    ["behind its last day", "2015-07-01", State.NOT_IN_FORCE],
  ])("is known %s where a register vouches", (_, day, state) => {
    const told = validityOn(version("2015-05-12", State.IN_FORCE, vouched), day);
    expect(told).toMatchObject({ state, on: day, from: "2014-01-01", until: "2015-06-30" });
  });

  it("is unknown behind the day on which the register last knew", () => {
    const open = { authority: "BWB manifest", knownOn: "2026-01-01" };
    expect(validityOn(version("2015-05-12", State.IN_FORCE, open), "2026-01-02").state).toBe(State.UNKNOWN);
  });

  it("is unknown where nobody vouches, and where the register calls another text that of its days", () => {
    expect(validityOn(version("2015-05-12", State.UNKNOWN), "2015-05-13").state).toBe(State.UNKNOWN);
    expect(validityOn(version("2015-05-12", State.NOT_IN_FORCE, vouched), "2015-05-13").state).toBe(State.UNKNOWN);
    const untold = create(EvidenceCandidateSchema, { versionDate: "2014-01-01" });
    expect(validityOn(untold, "2015-05-13")).toMatchObject({ state: State.UNKNOWN, from: "2014-01-01" });
  });
});

describe("a version that is found for two days", () => {
  const [inForce, not] = [version("2015-05-12", State.IN_FORCE), version("2025-11-01", State.NOT_IN_FORCE)];

  it("is kept as in force on the one, whichever was asked last", () => {
    expect(withTellingDay(not, inForce).validity).toEqual(inForce.validity);
    expect(withTellingDay(inForce, not).validity).toEqual(inForce.validity);
  });

  it("is told anew where its day or its text is another", () => {
    const sameDay = version("2015-05-12", State.NOT_IN_FORCE);
    expect(withTellingDay(sameDay, inForce)).toBe(sameDay);
    expect(withTellingDay(not, undefined)).toBe(not);
    expect(withTellingDay({ ...not, sourceDigest: "b" }, inForce).validity).toEqual(not.validity);
  });
});

describe("a proof of a claim with a law date of its own", () => {
  const ledger = (lawDate: string, on: string, quotedOn: string) =>
    create(CitationLedgerSchema, {
      entries: [
        {
          entryId: "entry:1",
          lawDate,
          evidence: { evidence: { case: "law", value: { validity: { on } } } },
          span: { validity: { on: quotedOn } },
        },
      ],
    });

  it("holds where law and words are told as of that day, or where the claim has none", () => {
    expect(() => checkLawDays(ledger("2015-05-12", "2015-05-12", "2015-05-12"))).not.toThrow();
    expect(() => checkLawDays(ledger("", "2025-11-01", "2025-11-01"))).not.toThrow();
  });

  it.each([
    ["2025-11-01", "2015-05-12"],
    ["2015-05-12", "2025-11-01"],
  ])("breaks where the law is told as of %s and its words as of %s", (on, quotedOn) => {
    expect(() => checkLawDays(ledger("2015-05-12", on, quotedOn))).toThrow("another day than its claim's");
  });
});
