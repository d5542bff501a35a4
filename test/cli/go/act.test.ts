import { create } from "@bufbuild/protobuf";
import { expect, it } from "vitest";
import { OrchestratorState } from "../../../gen/pincite/run/v1/orchestrator_state_pb.ts";
import { RunContextSchema } from "../../../gen/pincite/run/v1/run_context_pb.ts";
import { act } from "../../../src/cli/go/act.ts";
import { nothingSaid, signOf } from "../../../src/cli/go/answer.ts";
import { speechOf } from "../../../src/messages/speech.ts";

// Two claims were changed, the run went from step 6 back to step 3, and all that was said was that a third item was unknown.
it("does nothing of an answer that changes a claim and names items besides, and says which to name apart", async () => {
  const version = "201-0eb1aaaaaaaa";
  const context = create(RunContextSchema, { state: OrchestratorState.DRAFT, version });
  const shell = { speech: () => speechOf("nl"), newKey: () => "key" };
  const acting = { shell, connection: {} } as never;
  const said = ["stelling:11=Ik heb betaald.", "stelling:24=Ik was er."];
  for (const named of [{ rejected: ["stelling:27"] }, { seen: ["zin:3"] }])
    await expect(
      act(acting, { context } as never, { ...nothingSaid, ...named, said, sign: signOf(version) }),
    ).rejects.toMatchObject({ reason: "REQUEST_INVALID", message: expect.stringMatching(/stelling:27|zin:3/u) });
});
