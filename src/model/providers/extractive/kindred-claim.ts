import { deniesAnything } from "#kit/denial.ts";
import type { TurnContext } from "../../../../gen/pincite/model/v1/model_call_pb.ts";
import { contentWords } from "../../../grounding/content-words.ts";
import { hasAbsence } from "./polarity.ts";
import type { SlotView } from "./slot-views.ts";

/** Two claims are of one matter when they share so many content words. */
const sharedLeast = 2;

/**
 * What should have happened is told by another claim of the outline: where a claim says that something was not done, the one
 * that shares most of its words says who promised it and when. Empty: there is none.
 */
export const kindredClaim = (context: TurnContext, view: SlotView): string => {
  if (!hasAbsence(view)) return "";
  // All claims are about the parties: their names make none kin.
  const names = rootsOf((context.intent?.parties ?? []).flatMap((party) => party.names).join(" "));
  const own = new Set([...rootsOf(view.claim.claimText)].filter((root) => !names.has(root)));
  const claims = (context.needs?.sections ?? []).flatMap((section) => section.claims);
  const [nearest] = claims
    .filter(({ claimId, required }) => claimId !== view.claim.claimId && required.some(asksWhoSpeaks))
    .filter(({ claimText }) => !deniesAnything(claimText))
    .map(({ claimText }) => ({ claimText, shared: [...rootsOf(claimText)].filter((root) => own.has(root)).length }))
    .toSorted((a, b) => b.shared - a.shared);
  return nearest && nearest.shared >= sharedLeast ? nearest.claimText : "";
};

const rootsOf = (text: string): Set<string> => new Set(contentWords(text).map(({ root }) => root));

const asksWhoSpeaks = ({ speakerRoles }: { readonly speakerRoles: readonly unknown[] }): boolean =>
  speakerRoles.length > 0;
