import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { borders, statementsOf } from "../../../src/store/postgres/statements.ts";

/** What may be said: tables, row locks, ON CONFLICT and unnest, with the few words that those need. */
const allowed = new Set(
  [
    "SELECT FROM WHERE AND AS ORDER BY DESC LIMIT FOR LENGTH START UPDATE SET INSERT INTO VALUES DELETE WITH RETURNING",
    "ON CONFLICT DO NOTHING EXISTS NOT NULL IF CREATE SCHEMA TABLE PRIMARY KEY ANY UNNEST SUBSTRING",
    "BYTEA INT BIGINT BEGIN COMMIT ROLLBACK ISOLATION LEVEL REPEATABLE READ ONLY",
    // For one transaction alone, so that a pooled address does.
    "LOCAL IDLE_IN_TRANSACTION_SESSION_TIMEOUT",
  ].flatMap((line) => line.split(" ")),
);

/** Names of ours: tables, their columns, and what a statement calls its parts. */
const ours = new Set("pincite entry owner key value version totals moved put given excluded begun".split(" "));

const all = [...Object.values(statementsOf("pincite")).flat(), ...Object.values(borders)];

describe("what is said to the database", () => {
  for (const statement of all)
    it(`is on the list: ${statement.slice(0, 60)}`, () => {
      const words = statement.replaceAll(/\$\d+/g, " ").match(/[A-Za-z_]+/g) ?? [];
      const strange = words.filter((word) => !allowed.has(word.toUpperCase()) && !ours.has(word));
      expect(strange).toEqual([]);
      expect(statement.replaceAll(/[\w\s$.,()*[\]:=<>+]/g, "")).toBe("");
    });

  it("stands in one file: nothing else of the store has a statement of its own", () => {
    const folder = "src/store/postgres";
    for (const file of readdirSync(folder)) {
      if (file === "statements.ts") continue;
      const text = readFileSync(join(folder, file), "utf8").replace(/\/\*[\s\S]*?\*\/|\/\/.*$/gm, "");
      expect([file, text.match(/["'`]\s*(SELECT|INSERT|UPDATE|DELETE|WITH|CREATE|BEGIN|SET|LISTEN)\b.*/)]).toEqual([
        file,
        null,
      ]);
    }
  });

  it("takes no name of a schema that would need quotes", () => {
    for (const name of ["", "A", "a b", 'a"', "a;", "1a", "x".repeat(41)]) expect(() => statementsOf(name)).toThrow();
  });
});
