import type { MessageInitShape } from "@bufbuild/protobuf";
import type { DraftTextProposalSchema } from "../../../gen/pincite/memo/v1/draft_text_pb.ts";
import { DraftRule } from "../../../gen/pincite/run/v1/look_pb.ts";
import { type MissingInput, MissingInput_Kind } from "../../../gen/pincite/run/v1/run_context_pb.ts";
import { citableBesides, citingBesides } from "../../client/cite-besides.ts";
import { mendDraft } from "../../client/mend-draft.ts";
import type { RunView } from "../../client/run-view.ts";
import { DomainError } from "../../error.ts";
import { worded } from "../../messages/said.ts";
import { itemIdTyped, type Speech } from "../../messages/speech.ts";
import { saidOr } from "../../messages/wire-form.ts";
import { frameFieldTyped } from "../proposal/frame.ts";
import { wrap } from "../text/plain.ts";
import { isTyped, typedForms } from "../text/typed-words.ts";
import { otherFindings } from "./settle.ts";

/** `mend=sentence:9`, `mend=all`: what mends findings without words of a person. `sentence:9=…`, `title=…`: other words; `sentence:9=`: none. */
const form = new RegExp(
  `^\\s*(?:(?:${typedForms("typed.mend")})\\s*=\\s*(?<what>\\S.*?)\\s*|(?<subject>sentence:\\d{1,6}|${typedForms("typed.title")})\\s*=\\s*(?<words>[\\s\\S]*))$`,
  "iu",
);

const partsOf = (said: string) => form.exec(itemIdTyped(said.trim()))?.groups;

/** Whether a person mends a finding of the draft. */
export const isMending = (said: string): boolean => partsOf(said) !== undefined;

/** The draft with what a person mends of it. Errors: ITEM_UNKNOWN, REQUEST_INVALID where nothing but her own words mends what is named. */
export const mendedSaid = (
  view: RunView,
  said: readonly string[],
): Pick<MessageInitShape<typeof DraftTextProposalSchema>, "title" | "sections"> => {
  const { draft } = view;
  if (!draft)
    throw new DomainError("NOTHING_PROPOSED", worded("command-error.there-is-no-draft-yet-pincite-run-guide-or"));
  const sentences = new Set(draft.sections.flatMap((section) => section.sentences.map(({ sentenceId }) => sentenceId)));
  const besides = citableBesides(view);
  const named = said.map((one) => itemIdTyped(partsOf(one)?.what ?? ""));
  const { findings, words } = citingBesides(
    view,
    besides.filter(({ claimId }) => named.includes(claimId)),
  );
  const asked = new Set<MissingInput>(findings);
  for (const one of said) {
    const { what, subject = "", words: text = "" } = partsOf(one) ?? {};
    if (what !== undefined && besides.some(({ claimId }) => claimId === itemIdTyped(what))) continue;
    if (what !== undefined) for (const finding of findingsNamed(view, what)) asked.add(finding);
    else if (sentences.has(subject)) words.set(subject, text.trim());
    else if (isTyped(subject, "typed.title")) words.set("title", text.trim());
    else throw new DomainError("ITEM_UNKNOWN", worded("command.there-is-no-in-what-was-shown", { name: subject }));
  }
  const { title, sections } = mendDraft(draft, [...asked], { ...view, words }).proposal;
  return { title, sections };
};

/** The findings that a name means, each of which something mends. Errors: ITEM_UNKNOWN, REQUEST_INVALID. */
const findingsNamed = (view: RunView, name: string): readonly MissingInput[] => {
  const id = itemIdTyped(name);
  const isAll = isTyped(name, "typed.all");
  const named = findingsOf(view).filter(({ subjectId }) => isAll || subjectId === id);
  if (named.length === 0)
    throw new DomainError("ITEM_UNKNOWN", worded("command.there-is-no-in-what-was-shown", { name: id }));
  const applied = mendable(view, named);
  if (applied.length > 0) return applied;
  throw new DomainError("REQUEST_INVALID", worded("command.only-your-words-mend", { name: id }));
};

const mendable = (view: RunView, findings: readonly MissingInput[]): readonly MissingInput[] =>
  view.draft ? mendDraft(view.draft, findings, view).applied : [];

/** The findings of the draft check, without those that a person settles with a word. */
export const findingsOf = ({ context }: Pick<RunView, "context">): MissingInput[] =>
  otherFindings(context.missingInputs).filter(({ kind }) => kind === MissingInput_Kind.DRAFT_CHECK);

/** A finding as a sentence. It begins with the id of what it is about. */
export const findingTold = ({ subjectId, description, said }: MissingInput, speech: Speech): string =>
  speech.sentence(saidOr(said, description)).replace(`${subjectId}: `, `${speech.itemName(subjectId)}: `);

/** What the check found in the draft, each with the answers that mend it where it stands. */
export const mendLines = (view: RunView, go: string, sign: string, speech: Speech): string[] => {
  const findings = findingsOf(view);
  if (findings.length === 0) return [];
  const { phrase, itemTyped } = speech;
  const applied = mendable(view, findings);
  const said = `${go} ${sign}`;
  const about = Map.groupBy(findings, ({ subjectId }) => subjectId);
  const isSentence = (id: string): boolean => id.startsWith("sentence:");
  const first = [...about.keys()].find(isSentence);
  return [
    phrase("mends.the-check-found"),
    ...[...about].flatMap(([subjectId, mine]) => [
      ...mine.flatMap((one) =>
        wrap(findingTold(one, speech), 90).map((line, at) => `${at === 0 ? "  " : "    "}${line}`),
      ),
      ...(mine.some((one) => applied.includes(one)) ? [`${said} ${phrase("mends.mend")}=${itemTyped(subjectId)}`] : []),
      ...mine.flatMap((one) => dismissing(view, one, speech)),
      ...otherWords(view, subjectId, speech).map((words) => `${said} ${words}`),
    ]),
    ...(first === undefined
      ? []
      : [phrase("mends.a-sentence-without-words-is-left-out"), `${said} "${itemTyped(first)}="`]),
    ...(applied.length > 1
      ? [
          phrase("mends.all", { count: applied.length }),
          `${said} ${phrase("mends.mend")}=${phrase("mends.everything")}`,
        ]
      : []),
  ];
};

/** How what a finding is about is said otherwise: a sentence or the title here, a claim or a heading in the outline, a line of the frame. */
const otherWords = ({ profile }: RunView, subjectId: string, { phrase, itemTyped, locale }: Speech): string[] => {
  if (subjectId === "title") return [`"${phrase("mends.title")}=…"`];
  const [, field] = /^frame:([a-z_]+)/u.exec(subjectId) ?? [];
  if (field !== undefined) return [`"${frameFieldTyped(field, locale, profile)}=…"`];
  const typed = itemTyped(subjectId);
  return subjectId.startsWith("claim:") ? [`"${typed}=…"`, `"${typed}="`] : [`"${typed}=…"`];
};

/** The command that says why words which speak against a claim need no answer. */
const dismissing = (
  { context }: RunView,
  { rule, subjectId, remedy }: MissingInput,
  { itemTyped }: Speech,
): string[] =>
  rule === DraftRule.ADVERSE_UNANSWERED
    ? [`  pincite run dismiss ${context.runId} ${remedy?.entryIds[0] ?? ""} ${itemTyped(subjectId)} --reason "…"`]
    : [];
