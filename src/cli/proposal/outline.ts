import { create, type MessageInitShape } from "@bufbuild/protobuf";
import {
  type MessageSkeleton,
  type MessageSkeletonProposal,
  MessageSkeletonProposalSchema,
  type SectionProposalSchema,
} from "../../../gen/pincite/memo/v1/skeleton_pb.ts";
import type { WorkflowProfile } from "../../../gen/pincite/memo/v1/workflow_profile_pb.ts";
import { itemIdsIn, type Speech, speechOf } from "../../messages/speech.ts";
import { contentLines, flat, mistake } from "./text-file.ts";

type Section = MessageInitShape<typeof SectionProposalSchema> & { claims: { text: string }[] };

/**
 * An outline as plain text:
 *
 *     # Heading of a section
 *     - A claim as a sentence. [promise]
 *     - claim:3 The new wording of an existing claim. [procedure?]
 *
 * The word in brackets is the kind of claim by its name in the profile; a `?` behind it makes the claim optional. An id in
 * front (`section:1`, `claim:3`) edits what exists; without one an equal text counts as the existing one. Empty lines and
 * lines that begin with `//` say nothing. Errors: REQUEST_INVALID with the number of the line.
 */
export const parseOutline = (text: string, profile?: Kinds): MessageSkeletonProposal => {
  const sections: Section[] = [];
  for (const { line, number } of contentLines(text)) {
    if (line.startsWith("# ")) {
      sections.push(parseHeading(line.slice(2)));
      continue;
    }
    const section = sections.at(-1);
    if (!line.startsWith("- ")) throw mistake(number, "command-error.a-line-is-heading-or-claim");
    if (section === undefined) throw mistake(number, "command-error.a-claim-needs-a-heading-above-it");
    section.claims.push(parseClaim(line.slice(2), profile));
  }
  return create(MessageSkeletonProposalSchema, { sections });
};

/** An outline in the form that parseOutline reads, every section and claim with its id. */
export const outlineText = (
  { sections }: Pick<MessageSkeleton, "sections">,
  profile?: Kinds,
  speech: Speech = speechOf("en"),
): string =>
  sections
    .map(({ sectionId, title, claims }) =>
      [
        `# ${speech.itemTyped(sectionId)} ${title}`,
        ...claims.map(
          (claim) => `- ${speech.itemTyped(claim.claimId)} ${flat(claim.text)}${kindText(claim, profile, speech)}`,
        ),
      ].join("\n"),
    )
    .join("\n\n");

/** The kinds of claims with what they are called, as a profile has them. */
export type Kinds = Pick<WorkflowProfile, "claimKinds">;

const kindText = (
  { claimKind, required }: { readonly claimKind: string; readonly required: boolean },
  profile: Kinds | undefined,
  { isFirst, locale }: Speech,
): string => {
  // In English the name says it.
  const labels = isFirst ? [] : (profile?.claimKinds.find(({ name }) => name === claimKind)?.label ?? []);
  const mark = `${labels.find((label) => label.locale === locale)?.text ?? claimKind}${required ? "" : "?"}`;
  return mark === "" ? "" : ` [${mark}]`;
};

const parseHeading = (text: string): Section => {
  const [, sectionId = "", title = ""] = /^(section:\d+ )?(.*)$/u.exec(idFirst(text)) ?? [];
  return { sectionId: sectionId.trim(), title: title.trim(), claims: [] };
};

/** A line with the id in front of it, whichever name it is written with. */
const idFirst = (text: string): string => text.trim().replace(/^[a-z]+:\d+(?= )/u, itemIdsIn);

const parseClaim = (line: string, profile: Kinds | undefined) => {
  const [, claimId = "", rest = ""] = /^(claim:\d+ )?(.*)$/u.exec(idFirst(line)) ?? [];
  const [, text = rest, written = "", mark] = /^(.*?) \[([^\][]*?)(\?)?\]$/u.exec(rest) ?? [];
  const claimKind = written === "" ? "" : kindNamed(written, profile);
  // Brackets that name no kind belong to the claim.
  const isKind = claimKind !== undefined;
  return {
    claimId: claimId.trim(),
    text: (isKind ? text : rest).trim(),
    claimKind: claimKind ?? "",
    optional: isKind && mark === "?",
  };
};

/** A kind by its name, or by what it is called in any language; a name that the profile has not is left for the kernel to refuse. */
const kindNamed = (written: string, profile: Kinds | undefined): string | undefined => {
  const wanted = written.trim().toLowerCase();
  const called = profile?.claimKinds.find(({ label }) => label.some(({ text }) => text.toLowerCase() === wanted));
  return called?.name ?? (/^[a-z0-9-]+$/u.test(written) ? written : undefined);
};
