import { OrchestratorState } from "../../../gen/pincite/run/v1/orchestrator_state_pb.ts";
import { ownStatementKind } from "../../client/change-claims.ts";
import type { Speech } from "../../messages/speech.ts";
import { bareClaims } from "../../show/bare-claims.ts";
import type { RunView } from "../../show/run-view.ts";
import { kindLabels } from "../proposal/claim-changes.ts";
import { oneLine, wrap } from "../text/plain.ts";
import { shownWord } from "../text/typed-words.ts";

/** Claims that have nothing left to rest on, each with what a person can say of it; no lines where there are none. */
export const bareLines = (
  view: RunView,
  { run, sign }: { readonly run: string; readonly sign: string },
  speech: Speech,
): string[] => {
  const { phrase, itemName, itemTyped, locale } = speech;
  const { context, profile } = view;
  const kinds = profile?.claimKinds ?? [];
  const kind = kindLabels(view, locale)[kinds.findIndex(({ name }) => profile && name === ownStatementKind(profile))];
  const go = `  pincite run go ${run} ${sign}`;
  const rewind =
    context.state > OrchestratorState.EVIDENCE_NEEDS ? [`  pincite run rewind ${run} --to evidence-needs`] : [];
  return bareClaims(view).flatMap(({ claimId, text }) => {
    const number = claimId.split(":")[1] ?? "";
    const sought = `${shownWord("typed.quote", speech).toUpperCase()} ${phrase("choose.another-passage-is-sought")}`;
    return [
      ...wrap(`${itemName(claimId)}: “${oneLine(text, 300)}”. ${phrase("bare.rests-on-nothing")}`, 92),
      ...(kind === undefined
        ? []
        : [phrase("bare.you-know-it"), `${go} "${phrase("wants.kind-example", { number, kind })}"`]),
      phrase("bare.a-paper-says-it"),
      ...rewind,
      `  pincite run propose ${run} --confirm --add "${itemTyped(claimId)}=${sought}"`,
      phrase("drop.need-not-be-in-the-letter"),
      `${go} ${phrase("go.no")} ${itemTyped(claimId)}`,
      "",
    ];
  });
};
