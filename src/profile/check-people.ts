import { PartyRole } from "../../gen/pincite/memo/v1/party_pb.ts";
import {
  type Reader,
  ReaderKind,
  type RoleNoun,
  type RoleWords,
  type WorkflowProfile,
} from "../../gen/pincite/memo/v1/workflow_profile_pb.ts";
import { isSameRole } from "./complete.ts";
import {
  eachLocale,
  idPattern,
  isOnePerLanguage,
  type ProfileProblem,
  texts,
  textsIfAny,
  when,
} from "./profile-problem.ts";

const most = { roles: 20, readers: 12, also: 40, typed: 20 };

/** What is wrong with what a profile says of people: who made it, what they are called, for whom the memo may be. */
export const checkPeople = (profile: WorkflowProfile): ProfileProblem[] => [
  ...when(!/^[^\p{C}\p{Zl}\p{Zp}]{1,120}$/u.test(profile.madeBy.trim()), "made_by", "profile-problem.made-by"),
  ...when(profile.roles.length > most.roles, "roles", "profile-problem.at-most", { most: most.roles }),
  ...[PartyRole.AUTHOR, PartyRole.OPPONENT].flatMap((role) =>
    when(
      !profile.roles.some((one) => one.role === role),
      "roles",
      role === PartyRole.AUTHOR ? "profile-problem.words-for-author" : "profile-problem.words-for-opponent",
    ),
  ),
  ...profile.roles.flatMap((one, at) => roleWords(one, at, profile.roles)),
  ...when(profile.readers.length === 0 || profile.readers.length > most.readers, "readers", "profile-problem.readers", {
    most: most.readers,
  }),
  ...when(
    !profile.readers.some(({ name }) => name === profile.defaultAudience),
    "default_audience",
    "profile-problem.reader-name",
  ),
  ...profile.readers.flatMap((one, at) => reader(one, at, profile.readers)),
];

const roleWords = (one: RoleWords, at: number, all: readonly RoleWords[]): ProfileProblem[] => {
  const path = `roles[${at}]`;
  const sides: readonly PartyRole[] = [PartyRole.UNSPECIFIED, PartyRole.AUTHOR, PartyRole.OPPONENT];
  return [
    ...when(one.role === PartyRole.UNSPECIFIED, `${path}.role`, "profile-problem.role"),
    ...when(
      !sides.includes(one.represents) ||
        (one.role !== PartyRole.REPRESENTATIVE && one.represents !== PartyRole.UNSPECIFIED),
      `${path}.represents`,
      "profile-problem.represents",
    ),
    ...when(all.findIndex((other) => isSameRole(one, other)) < at, `${path}.role`, "profile-problem.second-role"),
    ...when(!isOnePerLanguage(one.nouns), `${path}.nouns`, "profile-problem.one-noun-each", { locales: eachLocale() }),
    ...one.nouns.flatMap((noun, n) => roleNoun(noun, `${path}.nouns[${n}]`)),
  ];
};

const word = /^[\p{L}\p{N}][\p{L}\p{M}\p{N}'’.&/ -]{0,59}$/u;

const roleNoun = ({ noun, article, plural, called, also, typed }: RoleNoun, path: string): ProfileProblem[] => [
  ...when(!word.test(noun), `${path}.noun`, "profile-problem.noun"),
  ...Object.entries({ article, plural, called }).flatMap(([field, text]) =>
    when(text !== "" && !word.test(text), `${path}.${field}`, "profile-problem.noun-if-any"),
  ),
  ...list(also, `${path}.also`, most.also),
  ...list(typed, `${path}.typed`, most.typed),
];

const list = (words: readonly string[], path: string, max: number): ProfileProblem[] => [
  ...when(words.length > max, path, "profile-problem.at-most", { most: max }),
  ...words.flatMap((one, at) => when(!word.test(one), `${path}[${at}]`, "profile-problem.noun")),
];

const reader = (one: Reader, at: number, all: readonly Reader[]): ProfileProblem[] => {
  const path = `readers[${at}]`;
  return [
    ...when(!idPattern.test(one.name), `${path}.name`, "profile-problem.id"),
    ...when(all.findIndex(({ name }) => name === one.name) < at, `${path}.name`, "profile-problem.second", {
      name: one.name,
    }),
    ...texts(one.label, `${path}.label`),
    ...when(one.kind === ReaderKind.UNSPECIFIED, `${path}.kind`, "profile-problem.reader-kind"),
    ...textsIfAny(one.addressee, `${path}.addressee`),
    ...textsIfAny(one.subject, `${path}.subject`),
  ];
};
