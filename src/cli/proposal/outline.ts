import { create, type MessageInitShape } from "@bufbuild/protobuf";
import {
  type MessageSkeleton,
  type MessageSkeletonProposal,
  MessageSkeletonProposalSchema,
  type SectionProposalSchema,
} from "../../../gen/pincite/memo/v1/skeleton_pb.ts";
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
export const parseOutline = (text: string): MessageSkeletonProposal => {
  const sections: Section[] = [];
  for (const { line, number } of contentLines(text)) {
    if (line.startsWith("# ")) {
      sections.push(parseHeading(line.slice(2)));
      continue;
    }
    const section = sections.at(-1);
    if (!line.startsWith("- ")) throw mistake(number, "a line is `# heading` or `- claim`");
    if (section === undefined) throw mistake(number, "a claim needs a `# heading` above it");
    section.claims.push(parseClaim(line.slice(2)));
  }
  return create(MessageSkeletonProposalSchema, { sections });
};

/** An outline in the form that parseOutline reads, every section and claim with its id. */
export const outlineText = ({ sections }: Pick<MessageSkeleton, "sections">): string =>
  sections
    .map(({ sectionId, title, claims }) =>
      [
        `# ${sectionId} ${title}`,
        ...claims.map((claim) => `- ${claim.claimId} ${flat(claim.text)}${kindText(claim)}`),
      ].join("\n"),
    )
    .join("\n\n");

const kindText = ({ claimKind, required }: { readonly claimKind: string; readonly required: boolean }): string => {
  const mark = `${claimKind}${required ? "" : "?"}`;
  return mark === "" ? "" : ` [${mark}]`;
};

const parseHeading = (text: string): Section => {
  const [, sectionId = "", title = ""] = /^(section:\d+ )?(.*)$/u.exec(text.trim()) ?? [];
  return { sectionId: sectionId.trim(), title: title.trim(), claims: [] };
};

const parseClaim = (line: string) => {
  const match = /^(claim:\d+ )?(.*?)(?: \[([a-z0-9-]*)(\?)?\])?$/u.exec(line.trim());
  const [, claimId = "", text = "", claimKind = "", optional] = match ?? [];
  return { claimId: claimId.trim(), text: text.trim(), claimKind, optional: optional === "?" };
};
