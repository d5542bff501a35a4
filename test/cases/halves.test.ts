import { readFileSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, describe, expect, it } from "vitest";
import { halfOf, isUnread, markRead, readStates } from "../support/cases/halves.ts";
import { newFolder } from "../support/new-folder.ts";

let cases = "";
beforeEach(() => {
  cases = newFolder("cases");
});

describe("the halves of a set", () => {
  it("are drawn from the first byte of a row's id's SHA-256", () => {
    // printf 'fi-1' | sha256sum begins with 84, of 'fi-2' with 85.
    expect([halfOf("fi-1"), halfOf("fi-2")]).toEqual(["even", "odd"]);
  });

  it("are unread where nobody wrote the set down", () => {
    expect(isUnread(readStates(cases), "fiets", "even")).toBe(true);
  });

  it("are read once somebody opened them, each by itself, and stay so when the other is opened", () => {
    markRead(cases, "fiets", [{ half: "odd", rows: 11 }], { by: "Mia Bos", day: "2026-04-01" });
    expect(isUnread(readStates(cases), "fiets", "odd")).toBe(false);
    expect(isUnread(readStates(cases), "fiets", "even")).toBe(true);
    markRead(cases, "fiets", [{ half: "even", rows: 9 }], { by: "Jan Pel", day: "2026-04-02" });
    expect(readFileSync(join(cases, "SETS.tsv"), "utf8")).toBe(
      "set\thalf\tstate\tby\tday\trows\tnote\nfiets\todd\tread\tMia Bos\t2026-04-01\t11\t\nfiets\teven\tread\tJan Pel\t2026-04-02\t9\t\n",
    );
  });

  it("are opened by somebody with a name", () => {
    expect(() => markRead(cases, "fiets", [], { by: " ", day: "2026-04-01" })).toThrow("--by NAME");
  });
});
