import { create } from "@bufbuild/protobuf";
import { expect, it } from "vitest";
import { OrchestratorState, RunLifecycle } from "../../gen/pincite/run/v1/orchestrator_state_pb.ts";
import { ItemKind, RunContextSchema } from "../../gen/pincite/run/v1/run_context_pb.ts";
import { staleAhead } from "../../src/show/stale.ts";

const at = (state: OrchestratorState, lifecycle: RunLifecycle = RunLifecycle.ACTIVE) =>
  staleAhead(
    create(RunContextSchema, {
      state,
      lifecycle,
      staleItems: [
        { itemId: "binding:11", kind: ItemKind.BINDING },
        { itemId: "sentence:2", kind: ItemKind.SENTENCE },
        { itemId: "frame", kind: ItemKind.FRAME },
      ],
    }),
  ).map(({ itemId }) => itemId);

// A finished letter said above itself that binding 11 is no longer part of the proposal.
it("tells what no longer holds until its stage is behind, and nothing of a finished memo", () => {
  expect(at(OrchestratorState.EVIDENCE_BINDING)).toEqual(["binding:11", "sentence:2", "frame"]);
  expect(at(OrchestratorState.DRAFT)).toEqual(["sentence:2", "frame"]);
  expect(at(OrchestratorState.DRAFT, RunLifecycle.FINALISED)).toEqual([]);
});
