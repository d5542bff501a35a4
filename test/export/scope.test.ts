import { describe, expect, it } from "vitest";
import { scopeIn } from "../../src/export/scope.ts";
import { speechOf } from "../../src/messages/speech.ts";

const dutch = speechOf("nl");
const english = speechOf("en");

describe("what was searched, in a footnote", () => {
  it.each([
    [
      'Vault, strand "zaak", 7 documents: every kind, query: "zwaarwichtig belang"',
      'Vault, strand “zaak”, 7 documenten: alle soorten, gezocht naar "zwaarwichtig belang"',
    ],
    [
      'Vault, strand "zaak", 1 documents: kind doc or thread, from 2025-01-01, to 2025-12-31, with Noor or Bram',
      "Vault, strand “zaak”, 1 document: alleen doc of thread, vanaf 2025-01-01, tot en met 2025-12-31, met Noor of Bram",
    ],
    [
      "statutes in force on 2025-12-15: BWBR0005290@2023-07-01; repealed text is not searched, query: proeftijd",
      "wetten zoals zij gelden op 2025-12-15: BWBR0005290@2023-07-01; vervallen tekst is niet doorzocht, gezocht naar proeftijd",
    ],
    [
      "statutes in force on 2025-12-15, as known on 2026-01-01: 3 laws, each in its version; repealed text is not searched; not searched, no version loaded for that day: BWBR1 and 2 more",
      "wetten zoals zij gelden op 2025-12-15, zoals bekend op 2026-01-01: 3 wetten, elk in haar versie; vervallen tekst is niet doorzocht; niet doorzocht, want zonder geladen versie op die dag: BWBR1 en 2 meer",
    ],
  ])("reads as Dutch: %s", (scope, said) => {
    expect(scopeIn(scope, dutch)).toBe(said);
  });

  it("is said in English as well as the sources say it, without their punctuation for programs", () => {
    expect(scopeIn('Vault, strand "z", 1 documents: kind doc or thread, to 2025-12-31, query: a OR b', english)).toBe(
      "Vault, strand “z”, 1 document: kind doc or thread, to 2025-12-31, searched for a or b",
    );
    const laws =
      "statutes as loaded for 2025-12-15: 3 laws, each in its version; repealed text is not searched; whether 1 of them was in force then is not known";
    expect(scopeIn(laws, english)).toBe(laws);
  });

  it("leaves the words that were searched for as they are, whatever they look like", () => {
    const query = "every kind, from Noor, query: to Bram";
    expect(scopeIn(`Vault, strand "z", 2 documents: every kind, query: ${query}`, dutch)).toBe(
      `Vault, strand “z”, 2 documenten: alle soorten, gezocht naar ${query}`,
    );
  });

  it("leaves a scope of another form as it came", () => {
    expect(scopeIn("“reden” in 7 documenten", dutch)).toBe("“reden” in 7 documenten");
  });
});
