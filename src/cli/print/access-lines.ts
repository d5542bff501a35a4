import type { Ground } from "../../../gen/pincite/access/v1/access_service_pb.ts";
import { Relation_Kind as Kind } from "../../../gen/pincite/access/v1/relation_pb.ts";
import type { Speech } from "../../messages/speech.ts";
import { table } from "../text/table.ts";

const kindIds = {
  [Kind.READER]: "access.reads",
  [Kind.EDITOR]: "access.edits",
  [Kind.REVIEWER]: "access.reviews",
  [Kind.OWNER]: "access.owns",
  [Kind.WALLED]: "access.is-walled-off",
} as const;

/** A kind that this version does not know is written as its number. */
export const kindWords = ({ phrase }: Speech, kind: Kind): string =>
  kind in kindIds ? phrase(kindIds[kind as keyof typeof kindIds]) : `?${kind}`;

const deedIds = { read: "access.to-read", edit: "access.to-edit", review: "access.to-review" } as const;

const roleIds: Readonly<Record<string, "access.reads" | "access.edits">> = {
  ROLE_READER: "access.reads",
  ROLE_EDITOR: "access.edits",
};

type Who = Ground["who"];

/** Somebody: `mia (https://login.example)`, or a group of that issuer. */
export const whoWords = ({ phrase }: Speech, { value }: Who): string => {
  if (!value) return "?";
  if ("subject" in value) return `${value.subject} (${value.issuer})`;
  return `${phrase("access.group", { name: value.name })} (${value.issuer})`;
};

/** `2026-12-03 05:10 UTC` */
export const minuteOf = (iso: string): string => `${iso.slice(0, 16).replace("T", " ")} UTC`;

/** What somebody is to it, who they are, and by what: three cells. */
const groundCells = (speech: Speech, { who, why }: Ground): string[] => {
  const { phrase } = speech;
  const name = whoWords(speech, who);
  if (why.case === "granted") {
    const { kind, by, timeIso, invitationId } = why.value;
    const time = minuteOf(timeIso);
    const whose = by ? phrase("access.by-on", { name: by.subject, time }) : phrase("access.by-account-on", { time });
    const granted = invitationId === "" ? whose : phrase("access.by-invitation", { granted: whose, invitationId });
    return [kindWords(speech, kind), name, granted];
  }
  if (why.case === "madeIt")
    return [phrase("access.owns"), name, phrase("access.made-it-on", { time: minuteOf(why.value.timeIso) })];
  const role = why.value ?? "";
  return [phrase(roleIds[role] ?? "access.reads"), name, phrase("access.by-role", { role })];
};

/** What a grant or its taking back came to. */
interface Change {
  readonly what: "grant" | "revoke";
  readonly changed: boolean;
  readonly kind: Kind;
  readonly object: { readonly value: string };
  readonly who: { readonly value: { readonly subject: string } | { readonly name: string } };
}

/** The rights on a run or a strand, line by line. */
export const accessLines = {
  /** One line: what became of it. */
  changed: (speech: Speech, { what, changed, kind, object, who }: Change): string => {
    const { phrase } = speech;
    const name = "subject" in who.value ? who.value.subject : phrase("access.group", { name: who.value.name });
    const told = { name, does: kindWords(speech, kind), object: object.value };
    if (what === "grant") return phrase(changed ? "access.granted" : "access.granted-before", told);
    return phrase(changed ? "access.revoked" : "access.not-granted", told);
  },

  /** A line for each who is let in or walled off, and a last one for the account. */
  list: (speech: Speech, grounds: readonly Ground[]): string[] => [
    ...table(grounds.map((ground) => groundCells(speech, ground))),
    speech.phrase("access.account-reads-everything"),
  ],

  /** The answer to a question of rights, with its reason. */
  explained: (
    speech: Speech,
    { may, grounds, to }: { may: boolean; grounds: readonly Ground[]; to: keyof typeof deedIds },
  ): string[] => [
    speech.phrase(may ? "access.yes-they-may" : "access.no-they-may-not", { deed: speech.phrase(deedIds[to]) }),
    ...table(grounds.map((ground) => ["", ...groundCells(speech, ground)])),
    ...(may || grounds.length > 0 ? [] : [`  ${speech.phrase("access.nothing-lets-them-in")}`]),
  ],
};
