import { expect, it } from "vitest";
import { builtinProfiles } from "../../../src/profile/builtin.ts";
import { counterKind, replyKind } from "../../../src/run/build/answer-claims.ts";

const profileOf = (id: string) => builtinProfiles().find(({ profileId }) => profileId === id)!;
const kind = (words: string, id = "email-reply") => counterKind(words, profileOf(id));

it("takes the kind whose words stand in what is set against an assertion", () => {
  expect(kind("Op 3 maart is schriftelijk toegezegd dat die wordt betaald.")).toBe("promise");
  expect(kind("Mijn loon over mei is niet betaald.")).toBe("wage");
});

it("takes no head of a compound for the compound: five days are no days of leave", () => {
  expect(kind("Ik was daar vijf dagen.")).toBe("");
});

// "Ik had uitstel gekregen voor de tweede helft" became the place of a clause: `voor` begins `voorwaarden`.
it("takes no small word for the beginning of a cue", () => {
  expect(kind("De opleiding was verplicht voor mijn werk.", "wages-and-holidays")).toBe("");
});

it("takes no place for what words say: a quote has its page beside it", () => {
  expect(kind("Dat staat in de voorwaarden.", "wages-and-holidays")).not.toBe("location-of-clause");
});

it("asks for a search that finds nothing only where all is denied, and for no word of the letter itself", () => {
  expect(kind("Er is nooit iets hersteld.", "tenant-letter")).toBe("non-performance");
  expect(kind("Wat er is gedaan, was geen reparatie.", "tenant-letter")).not.toBe("non-performance");
  expect(kind("De berekening staat niet in het besluit.", "objection-to-decision")).toBe("");
  expect(kind("Volgens hun eigen verklaring kost het niets.", "data-subject-request")).toBe("");
});

it("seeks what somebody is told to have said or written, and does not leave it to the author's word", () => {
  expect(kind("Uw magazijn schreef dat de lamp in goede staat is ontvangen.")).toBe("");
  expect(kind("De planner heeft gezegd dat ik naar huis kon.")).toBe("");
  expect(kind("Ik heb het formulier op 3 mei gemaild.")).toBe("notice");
  expect(kind("Ik heb het formulier op 3 mei gemaild.", "uwv-deskundigenoordeel")).not.toBe("own-statement");
});

// "Ik had een goede reden, want ik lag in het ziekenhuis" became an own statement beside the hospital's letter.
it("seeks first what nobody says where it stands: neither a pronoun nor a possessive makes it one's own word", () => {
  expect(kind("Ik was die dag thuis.")).toBe("");
  expect(kind("Ik verklaar dat ik die dag thuis was.")).toBe("own-statement");
  expect(kind("Dat is zo gegaan.")).toBe("");
  expect(kind("Mijn leidinggevende weet dat.")).toBe("");
  expect(kind("Het gesprek van 12 oktober is door de afdeling afgezegd.")).toBe("");
});

it("takes the answer to a question for the author's own, unless its words say what it is", () => {
  const reply = (words: string) => replyKind(words, profileOf("email-reply"));
  expect(reply("Nee, dinsdag.")).toBe("own-statement");
  // A cue of sums made "kosteloos" a bill that had to be shown.
  expect(replyKind("Nee, ik wil kosteloos herstel.", profileOf("consumer-complaint"))).toBe("own-statement");
  expect(reply("Op 3 maart is schriftelijk toegezegd dat die wordt betaald.")).toBe("promise");
  // A cue of defects made what she sees herself a notice that had to be shown.
  const seen = "Het water in de douche loopt niet weg en de buitenkant moet nog geschilderd.";
  expect(replyKind(seen, profileOf("consumer-complaint"))).toBe("own-statement");
  // What was promised on a condition was sought in a bill, since the condition tells of something that is sent.
  const promised = "Ik betaal € 143,61 zodra u een juiste afrekening hebt gestuurd.";
  expect(replyKind(promised, profileOf("tenant-letter"))).toBe("own-statement");
  expect(replyKind("U schreef dat u een juiste afrekening hebt gestuurd.", profileOf("tenant-letter"))).toBe(
    "service-costs",
  );
  expect(reply("De school heeft de opvang van mijn dochter stopgezet.")).toBe("own-statement");
  expect(reply("Volgens artikel 11 van mijn arbeidsovereenkomst worden die uitbetaald.")).not.toBe("own-statement");
  // A chat has the words of whoever wrote that nothing has to be paid.
  const told = "Omdat de sportschool mij op 7 augustus 2026 schreef dat ik niets hoef te betalen.";
  expect(replyKind(told, profileOf("reply-to-debt-collector"))).not.toBe("own-statement");
});
