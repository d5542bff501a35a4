import type { DraftText } from "../../../gen/pincite/memo/v1/draft_text_pb.ts";
import type { MissingInput } from "../../../gen/pincite/run/v1/run_context_pb.ts";
import { mendDraft } from "../../client/mend-draft.ts";
import { propose } from "./deeds.ts";
import { useRun } from "./run-store.ts";

/** Puts the draft forward anew: with other words, or with the remedies of findings applied. */
export const useMend = (): ((
  draft: DraftText,
  findings: readonly MissingInput[],
  words?: ReadonlyMap<string, string>,
) => Promise<boolean>) => {
  const { act, clients, view } = useRun();
  return (draft, findings, words = new Map()) =>
    act((shown) =>
      propose(clients, shown, {
        case: "draftText",
        value: mendDraft(draft, findings, { ...view, words }).proposal,
      }),
    );
};
