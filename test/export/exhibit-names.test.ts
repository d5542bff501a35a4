import { create } from "@bufbuild/protobuf";
import { describe, expect, it } from "vitest";
import { EvidenceCandidateSchema, EvidenceSetSchema } from "../../gen/pincite/evidence/v1/evidence_pb.ts";
import { CitationLedgerSchema } from "../../gen/pincite/memo/v1/citation_ledger_pb.ts";
import { DraftTextSchema } from "../../gen/pincite/memo/v1/draft_text_pb.ts";
import { exhibitName, exhibitTitle } from "../../src/export/exhibit-names.ts";
import { exhibitsOf } from "../../src/export/exhibits.ts";
import { memoSpeech } from "../../src/export/words.ts";
import { titleToSay } from "../../src/grounding/title-to-say.ts";

const occurredAtIso = "2025-03-17T09:00:00.000Z";
const participants = ["Bram Verzonnen <bram@example.nl>", "Team"];
const exhibit = (docType: string, title: string, said: object = {}) => ({
  number: 1,
  evidenceId: "vault:1",
  candidate: create(EvidenceCandidateSchema, { docType, title, ...said }),
  title,
  said: { speakers: [], days: [] },
});
const [nl, en] = [memoSpeech("nl"), memoSpeech("en")];

describe("an exhibit", () => {
  it("is named by its kind, its author and its date, as far as they are known", () => {
    const known = exhibit("email", "Teamafspraak", { occurredAtIso, participants });
    expect(exhibitName(known, nl)).toBe("e-mail van Bram Verzonnen d.d. 17 maart 2025");
    expect(exhibitName(known, en)).toBe("e-mail by Bram Verzonnen dated 17 March 2025");
    expect(exhibitName(exhibit("email", "Teamafspraak", { occurredAtIso }), nl)).toBe("e-mail van 17 maart 2025");
    expect(exhibitName(exhibit("text", "Arbeidsovereenkomst"), nl)).toBe("Arbeidsovereenkomst");
  });

  it("of which only the name of a file is known is no file to a reader", () => {
    expect(exhibitName(exhibit("pdf", "map/plan_van_aanpak.pdf", { occurredAtIso }), nl)).toBe(
      "document “plan van aanpak” van 17 maart 2025",
    );
    expect(exhibitTitle(exhibit("text", "scan_one.txt"), en)).toBe("Document “scan one”");
  });

  it("is called by the name of its file where that says what it is, without the day that stands beside it", () => {
    const said = { occurredAtIso };
    const named = (title: string): string => exhibitName(exhibit("pdf", title, said), nl);
    expect(named("Factuur wasmachine.pdf")).toBe("factuur wasmachine van 17 maart 2025");
    expect(named("besluit 17 maart.pdf")).toBe("besluit van 17 maart 2025");
    expect(named("huurovereenkomst 2025-03-17 getekend.pdf")).toBe("huurovereenkomst getekend van 17 maart 2025");
    expect(named("17 maart.pdf")).toBe("document “17 maart” van 17 maart 2025");
    expect(exhibitTitle(exhibit("pdf", "huurovereenkomst.pdf", said), nl)).toBe("Huurovereenkomst");
  });

  it("keeps a title that only looks like the name of a file", () => {
    expect(exhibitTitle(exhibit("text", "Overeenkomst v. 2025"), nl)).toBe("Overeenkomst v. 2025");
    expect(exhibitTitle(exhibit("text", "Verslag van 3 maart."), nl)).toBe("Verslag van 3 maart.");
  });

  it("that is a chat is called so, by the name of its file where that says more", () => {
    const named = exhibit("chat", "WhatsApp-chat met Bram.txt");
    expect(exhibitName(named, nl)).toBe("chat “WhatsApp-chat met Bram”");
    expect(exhibitTitle(named, nl)).toBe("Chat “WhatsApp-chat met Bram”");
    expect(exhibitTitle(exhibit("chat", "_chat.txt"), en)).toBe("Chat");
  });

  it("is told apart in a list by its kind and its title", () => {
    expect(exhibitTitle(exhibit("email", "Teamafspraak"), nl)).toBe("E-mail “Teamafspraak”");
    expect(exhibitTitle(exhibit("event", ""), nl)).toBe("Agenda-afspraak");
  });
});

// Words that the letter must not say stood in its notes and list of exhibits, since a file was called so.
it("an exhibit whose name has words that the memo must not say is listed by what it is", () => {
  const value = { evidenceId: "vault:1", title: "brief uwv verkeerd bezorgd.pdf" };
  const memo = {
    draft: create(DraftTextSchema, { sections: [{ sentences: [{ entryIds: ["entry:1"] }] }] }),
    ledger: create(CitationLedgerSchema, {
      entries: [{ entryId: "entry:1", evidence: { evidence: { case: "document", value } } }],
    }),
    evidence: create(EvidenceSetSchema, {}),
  };
  const titles = (unsaid: string[]) =>
    [...exhibitsOf({ ...memo, titleToSay: (title) => titleToSay(title, unsaid) }).values()].map((one) =>
      exhibitTitle(one, nl),
    );
  expect([titles([]), titles(["verkeerd bezorgd"]), titles(["uwv", "brief"])]).toEqual([
    ["Brief uwv verkeerd bezorgd"],
    ["Brief"],
    ["Zonder titel"],
  ]);
});
