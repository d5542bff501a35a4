import type { LatePaper } from "../../../gen/pincite/orchestrator/v1/orchestrator_service_pb.ts";
import type { RunContext } from "../../../gen/pincite/run/v1/run_context_pb.ts";
import { dateInWords } from "../../export/days.ts";
import type { Speech } from "../../messages/speech.ts";
import { choosesHere, isFinal, latePapersShown } from "../../show/late-papers.ts";
import { type Late, lateHeading } from "../../show/late-told.ts";
import { oneLine, wrap } from "../text/plain.ts";
import { shownWord } from "../text/typed-words.ts";
import { lateChangeLines } from "./late-change-lines.ts";

/**
 * The papers that came after passages were chosen, with the way to read one, what they change in claims, and the way back; no lines where
 * none came.
 */
export const lateLines = (
  { papers, changes }: Late,
  {
    context,
    named: run,
    kept = [],
  }: { readonly context: RunContext; readonly named: string; readonly kept?: readonly string[] },
  speech: Speech,
): string[] => {
  if (papers.length + changes.length === 0) return [];
  const { phrase } = speech;
  return [
    ...paperLines(papers, context, speech),
    ...lateChangeLines(changes, speech),
    ...(kept.length > 0
      ? [
          ...wrap(phrase("late.keep-command"), 92),
          `  pincite run go ${run} ${kept.map((slotId) => `${speech.itemTyped(slotId)}=${shownWord("typed.keep", speech)}`).join(" ")}`,
        ]
      : []),
    ...(choosesHere(context)
      ? wrap(phrase("late.choose-here"), 92)
      : [
          ...wrap(phrase(isFinal(context) ? "late.go-back-or-leave-it" : "late.go-back"), 92),
          `  pincite run rewind ${run} --to evidence-needs`,
        ]),
    "",
  ];
};

const paperLines = (papers: readonly LatePaper[], context: RunContext, speech: Speech): string[] => {
  const { phrase } = speech;
  const { named, more } = latePapersShown(papers);
  const [first] = named;
  if (!first) return [];
  const count = papers.length;
  const idOf = ({ evidenceId }: LatePaper): string => evidenceId.slice(0, "vault:".length + 12);
  const lines = named.map((paper) => {
    const day = dateInWords(paper.day, speech.locale) || phrase("item.no-date");
    return `  ${idOf(paper)}  ${oneLine(paper.title, 60)}, ${day}`;
  });
  return [
    ...wrap(`${phrase(lateHeading(papers, context), { count })}:`, 92),
    ...lines,
    ...(more > 0 ? [`  ${phrase("late.more", { count: more })}`] : []),
    ...wrap(phrase("late.why", { count }), 92),
    phrase("late.read-one"),
    `  pincite vault show ${idOf(first)} --strand ${context.strandId}`,
  ];
};
