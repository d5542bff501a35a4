import { describe, expect, it } from "vitest";
import { startedAs } from "../../src/demo/started-as.ts";

describe("the command that the demo tells", () => {
  for (const [started, told] of [
    // A checkout, from its folder and from another one.
    ["/home/jo/pincite/bin/pincite.js", "node bin/pincite.js"],
    ["/srv/pincite/bin/pincite.js", "node /srv/pincite/bin/pincite.js"],
    ["/srv/my tools/bin/pincite.js", 'node "/srv/my tools/bin/pincite.js"'],
    // The package, installed into a folder and for everybody.
    ["/home/jo/pincite/node_modules/.bin/pincite", "npx pincite"],
    ["/usr/local/bin/pincite", "pincite"],
  ] as const)
    it(`is ${told} where Node was given ${started}`, () => {
      expect(startedAs(started, "/home/jo/pincite")).toBe(told);
    });
});
