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
  idPattern,
  isOnePerLanguage,
  onePerLanguage,
  type ProfileProblem,
  texts,
  textsIfAny,
  when,
} from "./profile-problem.ts";

const most = { roles: 20, readers: 12, also: 40, typed: 20 };

/** What is wrong with what a profile says of people: who made it, what they are called, for whom the memo may be. */
export const checkPeople = (profile: WorkflowProfile): ProfileProblem[] => [
  ...when(
    !/^[^\p{C}\p{Zl}\p{Zp}]{1,120}$/u.test(profile.madeBy.trim()),
    "made_by",
    "who made this file, 1 to 120 characters",
  ),
  ...when(profile.roles.length > most.roles, "roles", `at most ${most.roles} of them`),
  ...[PartyRole.AUTHOR, PartyRole.OPPONENT].flatMap((role) =>
    when(
      !profile.roles.some((one) => one.role === role),
      "roles",
      `words for ${role === PartyRole.AUTHOR ? "PARTY_ROLE_AUTHOR, whose memo it is" : "PARTY_ROLE_OPPONENT, the other side"}`,
    ),
  ),
  ...profile.roles.flatMap((one, at) => roleWords(one, at, profile.roles)),
  ...when(
    profile.readers.length === 0 || profile.readers.length > most.readers,
    "readers",
    `1 to ${most.readers} of them: for whom such a memo may be`,
  ),
  ...when(
    !profile.readers.some(({ name }) => name === profile.defaultAudience),
    "default_audience",
    "the name of one of the readers",
  ),
  ...profile.readers.flatMap((one, at) => reader(one, at, profile.readers)),
];

const roleWords = (one: RoleWords, at: number, all: readonly RoleWords[]): ProfileProblem[] => {
  const path = `roles[${at}]`;
  const sides: readonly PartyRole[] = [PartyRole.UNSPECIFIED, PartyRole.AUTHOR, PartyRole.OPPONENT];
  return [
    ...when(one.role === PartyRole.UNSPECIFIED, `${path}.role`, "say which role it is"),
    ...when(
      !sides.includes(one.represents) ||
        (one.role !== PartyRole.REPRESENTATIVE && one.represents !== PartyRole.UNSPECIFIED),
      `${path}.represents`,
      "PARTY_ROLE_AUTHOR or PARTY_ROLE_OPPONENT, and only for PARTY_ROLE_REPRESENTATIVE",
    ),
    ...when(
      all.findIndex((other) => isSameRole(one, other)) < at,
      `${path}.role`,
      "a second one for this role and side",
    ),
    ...when(!isOnePerLanguage(one.nouns), `${path}.nouns`, onePerLanguage("message")),
    ...one.nouns.flatMap((noun, n) => roleNoun(noun, `${path}.nouns[${n}]`)),
  ];
};

const word = /^[\p{L}\p{N}][\p{L}\p{M}\p{N}'’.&/ -]{0,59}$/u;

const roleNoun = ({ noun, article, plural, called, also, typed }: RoleNoun, path: string): ProfileProblem[] => [
  ...when(!word.test(noun), `${path}.noun`, "1 to 60 letters, digits, spaces and hyphens"),
  ...Object.entries({ article, plural, called }).flatMap(([field, text]) =>
    when(text !== "" && !word.test(text), `${path}.${field}`, "at most 60 letters, digits, spaces and hyphens"),
  ),
  ...list(also, `${path}.also`, most.also),
  ...list(typed, `${path}.typed`, most.typed),
];

const list = (words: readonly string[], path: string, max: number): ProfileProblem[] => [
  ...when(words.length > max, path, `at most ${max} of them`),
  ...words.flatMap((one, at) => when(!word.test(one), `${path}[${at}]`, "1 to 60 letters, digits, spaces and hyphens")),
];

const reader = (one: Reader, at: number, all: readonly Reader[]): ProfileProblem[] => {
  const path = `readers[${at}]`;
  return [
    ...when(!idPattern.test(one.name), `${path}.name`, "1 to 64 small letters, digits and hyphens"),
    ...when(all.findIndex(({ name }) => name === one.name) < at, `${path}.name`, `a second ${one.name}`),
    ...texts(one.label, `${path}.label`),
    ...when(one.kind === ReaderKind.UNSPECIFIED, `${path}.kind`, "say what the reader is: READER_KIND_OPPONENT, …"),
    ...textsIfAny(one.addressee, `${path}.addressee`),
    ...textsIfAny(one.subject, `${path}.subject`),
  ];
};
