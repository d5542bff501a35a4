import type { MessageInitShape } from "@bufbuild/protobuf";
import { type OtherSide, PartyRole } from "../../gen/pincite/memo/v1/party_pb.ts";
import type {
  ClaimKindSchema,
  LawSourceSchema,
  LocalisedTextSchema,
  SectionTemplateSchema,
  SlotTemplateSchema,
} from "../../gen/pincite/memo/v1/workflow_profile_pb.ts";
import { SlotKind } from "../../gen/pincite/run/v1/run_context_pb.ts";

type Texts = MessageInitShape<typeof LocalisedTextSchema>[];

/** A claim kind as data. */
export type ClaimKindData = MessageInitShape<typeof ClaimKindSchema>;

/** A slot template as data. */
export type SlotData = MessageInitShape<typeof SlotTemplateSchema>;

/** A section template as data. */
export type SectionData = MessageInitShape<typeof SectionTemplateSchema>;

/** A law of a profile's list as data. */
export type LawSourceData = MessageInitShape<typeof LawSourceSchema>;

/** A text in both languages, Dutch first. */
export const inBoth = (nl: string, en: string): Texts => [
  { locale: "nl", text: nl },
  { locale: "en", text: en },
];

/** Words as a list: profiles read better with them in one string. */
export const words = (list: string): string[] => list.split(/\s*,\s*/u).filter((word) => word !== "");

/** A claim kind; without slots it is a claim that needs no evidence, such as a request. */
export const claimKind = (
  name: string,
  label: readonly [nl: string, en: string],
  cues: string,
  slots: SlotData[] = [],
): ClaimKindData => ({ name, label: inBoth(...label), cues: words(cues), slots });

/** A section heading with the claim kinds it holds. */
export const section = (
  name: string,
  heading: readonly [nl: string, en: string],
  ...claimKinds: string[]
): SectionData => ({
  name,
  heading: inBoth(...heading),
  claimKinds,
});

/** Exact words of a document of the Vault. */
export const documentQuote = (name: string, sought: readonly [nl: string, en: string], cues: string): SlotData => ({
  name,
  kind: SlotKind.QUOTE,
  description: inBoth(...sought),
  required: true,
  source: "vault",
  cues: words(cues),
});

/** The same slot, where one of these must be who speaks. */
export const spokenBy = (slot: SlotData, ...speakerRoles: PartyRole[]): SlotData => ({ ...slot, speakerRoles });

/** The same slot, with what it takes of the other side's words without a look. */
export const taking = (otherSide: OtherSide, slot: SlotData): SlotData => ({ ...slot, otherSide });

/** The other side, and whoever speaks for it. */
export const otherSide = [PartyRole.OPPONENT, PartyRole.REPRESENTATIVE] as const;

/** Exact words of a statute. */
export const lawQuote = (
  name: string,
  sought: readonly [nl: string, en: string],
  cues: string,
  citations: string[],
): SlotData => ({ ...documentQuote(name, sought, cues), source: "law", citations });

/** A place in a document of the Vault. */
export const documentPlace = (name: string, sought: readonly [nl: string, en: string], cues: string): SlotData => ({
  ...documentQuote(name, sought, cues),
  kind: SlotKind.LOCATION,
});

/** A recorded search that shows that something is not there. */
export const absence = (name: string, sought: readonly [nl: string, en: string], cues: string): SlotData => ({
  ...documentQuote(name, sought, cues),
  kind: SlotKind.ABSENCE,
});

/** The author's own knowledge. */
export const ownStatement = (name: string, sought: readonly [nl: string, en: string]): SlotData => ({
  name,
  kind: SlotKind.OWN_STATEMENT,
  description: inBoth(...sought),
  required: true,
  source: "none",
});

/** The same slot, where Advance does not need it. */
export const optional = (slot: SlotData): SlotData => ({ ...slot, required: false });

/**
 * Budget of the embedded provider's turns. It reads what it is shown at no cost, so a turn may show it more than the
 * default that is meant for language models; a profile for a live model leaves these at zero.
 */
export const extractiveBudget = { toolSteps: 3, requestsPerStep: 20, stepChars: 20_000, turnChars: 60_000 };

/** One law that claims of a profile rest on. */
export const lawSource = (lawId: string, name: string, ...why: readonly [nl: string, en: string]): LawSourceData => ({
  lawId,
  name,
  why: inBoth(...why),
});
