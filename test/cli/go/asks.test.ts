import { create } from "@bufbuild/protobuf";
import { expect, it } from "vitest";
import { EvidenceNeedsSchema } from "../../../gen/pincite/memo/v1/evidence_needs_pb.ts";
import { LetterReadingSchema } from "../../../gen/pincite/memo/v1/letter_pb.ts";
import { EvidenceNeedMapSchema } from "../../../gen/pincite/memo/v1/need_map_pb.ts";
import { OrchestratorState } from "../../../gen/pincite/run/v1/orchestrator_state_pb.ts";
import { MissingInput_Kind, NextAction_Kind, RunContextSchema } from "../../../gen/pincite/run/v1/run_context_pb.ts";
import { askLines } from "../../../src/cli/go/asks.ts";
import type { Led } from "../../../src/cli/go/lead.ts";
import { speechOf } from "../../../src/messages/speech.ts";
import { oldSearch, oldSearchStage } from "../../../src/show/old-search.ts";

// The last day for the objection was said at the first step, and not when the letter was ready to be sent.
it("says beside a letter that is done which terms still run, and none where all have run out", () => {
  const said = (dueDate: string) => {
    const letterReading = create(LetterReadingSchema, {
      terms: [{ partId: "term:1", span: { excerpt: "binnen zes weken bezwaar maken" }, dueDate }],
    });
    const led = { view: { context: {}, letterReading }, wait: "finalised" } as unknown as Led;
    return askLines(led, { named: "latest", writers: [], absences: [] }, speechOf("nl")).join("\n");
  };
  expect(said("2999-12-30")).toContain("termijn: 30 december 2999, “binnen zes weken bezwaar maken”");
  expect(said("2001-01-01")).not.toContain("zes weken");
});

// A claim that something was not done was searched for, and a paper came in: the way back that was shown led to a step that asks nothing of it.
it("leads from a search that papers came in after back to where it is bound, with its claim and without asking for a paper", () => {
  const view = {
    context: create(RunContextSchema, {
      state: OrchestratorState.DRAFT,
      nextAction: { kind: NextAction_Kind.REWIND },
      missingInputs: [
        { kind: MissingInput_Kind.BINDING, subjectId: "binding:5", description: "De stukken zijn veranderd." },
      ],
    }),
    needs: create(EvidenceNeedsSchema, {
      sections: [{ claims: [{ claimId: "claim:4", claimText: "Meer is niet gevraagd." }] }],
    }),
    needMap: create(EvidenceNeedMapSchema, { bindings: [{ bindingId: "binding:5", claimId: "claim:4" }] }),
  };
  const led = { view, wait: "missing" } as unknown as Led;
  const lines = askLines(led, { named: "latest", writers: [], absences: [] }, speechOf("nl")).join("\n");
  expect(lines).toContain("“Meer is niet gevraagd.” De stukken zijn veranderd.");
  expect(lines).toContain("rewind latest --to evidence-binding");
  expect(lines).not.toMatch(/vault:|span-resolution/u);
  expect(oldSearch(view)?.claimText).toBe("Meer is niet gevraagd.");
  expect(oldSearchStage).toBe(OrchestratorState.EVIDENCE_BINDING);
  expect(oldSearch({ ...view, context: create(RunContextSchema, {}) })).toBeUndefined();
});

// With no law loaded the screen asked for a paper in the place of one, and nothing said how to go on without the claim.
it("leads from a claim whose law cannot be had to the memo without it, and asks for no paper in its place", () => {
  const asked = (source: string) => {
    const view = {
      context: create(RunContextSchema, {
        state: OrchestratorState.EVIDENCE_NEEDS,
        missingInputs: [{ kind: MissingInput_Kind.CANDIDATE, subjectId: "slot:26", description: "Geen kandidaat." }],
      }),
      needs: create(EvidenceNeedsSchema, {
        sections: [{ claims: [{ claimId: "claim:28", required: [{ slotId: "slot:26", source }] }] }],
      }),
    };
    const led = { view, wait: "missing" } as unknown as Led;
    return askLines(led, { named: "latest", writers: [], absences: [] }, speechOf("nl")).join("\n");
  };
  expect(asked("law")).toContain('pincite run go latest "stelling:28="');
  expect(asked("law")).not.toContain("vault:");
  expect(asked("vault")).toContain('pincite run go latest "bewijsvraag:26=vault:…"');
});
