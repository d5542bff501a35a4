import { create } from "@bufbuild/protobuf";
import { expect, it } from "vitest";
import { PassageCandidateSchema } from "../../../gen/pincite/evidence/v1/evidence_pb.ts";
import { ClauseElsewhereSchema } from "../../../gen/pincite/orchestrator/v1/orchestrator_service_pb.ts";
import { clauseLines } from "../../../src/cli/print/clause-lines.ts";
import { ownSumsLines } from "../../../src/cli/print/own-sums-lines.ts";
import { speechOf } from "../../../src/messages/speech.ts";

const speech = speechOf("nl");

it("prints what another paper says of a clause with its source", () => {
  const passage = create(PassageCandidateSchema, {
    evidence: { evidenceId: "vault:1", title: "aanvulling.pdf" },
    locator: { exactQuote: "Artikel 5.3 van de huurovereenkomst vervalt per die datum." },
    speaker: "Verhuur",
    day: "2024-12-01",
  });
  const said = create(ClauseElsewhereSchema, { clause: "artikel 5.3", passage });
  expect(clauseLines([said], speech)).toEqual([
    "      Een ander stuk noemt artikel 5.3 ook. Lees het naast wat u aanhaalt: geldt dat nog?",
    "        “Artikel 5.3 van de huurovereenkomst vervalt per die datum.”",
    "        Verhuur, 1 december 2024, aanvulling.pdf",
  ]);
  expect(clauseLines([], speech)).toEqual([]);
});

it("prints two sums of one's own below each other, and nothing where none differ", () => {
  const lines = ownSumsLines([{ asked: "Ik vraag € 143,61.", said: "Ik betaal € 184,56." }], speech);
  expect(lines.slice(-3)).toEqual(["      “Ik vraag € 143,61.”", "      “Ik betaal € 184,56.”", ""]);
  expect(ownSumsLines([], speech)).toEqual([]);
});
