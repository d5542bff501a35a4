import { describe, expect, it } from "vitest";
import english from "../../messages/en.json" with { type: "json" };
import { failureOf } from "../../src/cli/exit-code.ts";
import { DomainError, reasons } from "../../src/error.ts";
import { speechOf } from "../../src/messages/speech.ts";

const lastLine = async (reason: (typeof reasons)[number], locale: string) =>
  (await failureOf(new DomainError(reason, "x"), speechOf(locale))).lines.at(-1);

describe("what to do about an error", () => {
  it("is said in the reader's language: of a comparison that was not named it came in English", async () => {
    expect(await lastLine("COMPARISON_NOT_NAMED", "en")).toContain("shows its words beside those it rests on");
    expect(await lastLine("COMPARISON_NOT_NAMED", "nl")).toContain("toont de woorden ervan naast die waarop het rust");
    expect(await lastLine("INTERNAL", "nl")).toBe("pincite: x (INTERNAL)");
  });

  it("tells of a database that a command did not reach what the system said, and not that a server should be started", async () => {
    const linesOf = async (message: string, code: string) => {
      const cause = Object.assign(new Error(message), { code });
      return (await failureOf(new DomainError("STORE_UNAVAILABLE", "x", {}, { cause }), speechOf("en"))).lines.join(
        "\n",
      );
    };
    expect(await linesOf("password authentication failed", "28P01")).toContain("\n  password authentication failed");
    const away = await linesOf("connect ECONNREFUSED 127.0.0.1:5432", "ECONNREFUSED");
    expect(away).toContain("\n  connect ECONNREFUSED 127.0.0.1:5432");
    expect(away).not.toContain("pincite serve");
  });

  it("is written for reasons that there are", () => {
    const written = Object.keys(english).filter((id) => id.startsWith("advice."));
    const known = reasons.map((reason) => `advice.${reason.toLowerCase().replaceAll("_", "-")}`);
    expect(written.filter((id) => !known.includes(id))).toEqual([]);
    expect(written.length).toBeGreaterThan(15);
  });
});
