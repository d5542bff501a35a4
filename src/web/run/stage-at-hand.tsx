import { RunLifecycle, OrchestratorState as State } from "../../../gen/pincite/run/v1/orchestrator_state_pb.ts";
import { BindingStage } from "./binding-stage.tsx";
import { DraftStage } from "./draft-stage.tsx";
import { Finish } from "./finish.tsx";
import { IntentStage } from "./intent-stage.tsx";
import { Missing } from "./missing.tsx";
import { NeedsStage } from "./needs-stage.tsx";
import { OutlineStage } from "./outline-stage.tsx";
import { QuotesStage } from "./quotes-stage.tsx";
import { useRun } from "./run-store.ts";

/** What the stage at hand is about. */
export const StageAtHand = () => {
  const { context } = useRun().view;
  if (context.lifecycle === RunLifecycle.FINALISED) return <Finish />;
  switch (context.state) {
    case State.INTENT_SEED:
      return <IntentStage />;
    case State.SKELETON:
      return <OutlineStage />;
    case State.EVIDENCE_NEEDS:
      return <NeedsStage />;
    case State.EVIDENCE_BINDING:
      return <BindingStage />;
    case State.SPAN_RESOLUTION:
      return <QuotesStage />;
    case State.DRAFT:
      return <DraftStage />;
    default:
      return <Missing />;
  }
};
