import { describe, expect, it } from "vitest";
import { toolParams } from "../../src/cli/tool-params.ts";

describe("words of a command line", () => {
  it.each([
    ["vault.search", ' "vaste dag" -x', { case: "vaultSearch", value: { query: ' "vaste dag" -x' } }],
    [
      "vault.resolve_ids",
      "vault:a\tvault:b ",
      { case: "vaultResolveIds", value: { evidenceIds: ["vault:a", "vault:b"] } },
    ],
    ["lawbot.search", "loon; ziek", { case: "lawbotSearch", value: { query: "loon; ziek" } }],
    [
      "lawbot.resolve_citations",
      "art. 7:611 BW; art. 7:613 BW;",
      { case: "lawbotResolveCitations", value: { citations: ["art. 7:611 BW", "art. 7:613 BW"] } },
    ],
  ])("become the parameters of %s", (name, words, params) => expect(toolParams(name, words)).toEqual(params));

  it.each(["vault.import", "lawbot.get_spans", "acme.lookup", "constructor", "__proto__"])(
    "cannot say what %s takes, and name the tools that they can ask for",
    (name) =>
      expect(() => toolParams(name, "x")).toThrow(
        `${name} cannot be asked for in words; these can: lawbot.case_resolve_citations, lawbot.case_search, lawbot.re`,
      ),
  );
});
