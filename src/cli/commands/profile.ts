import { existsSync, writeFileSync } from "node:fs";
import { basename } from "node:path";
import type { Command } from "commander";
import { textIn } from "#kit/localised.ts";
import type { LocalisedText, WorkflowProfile } from "../../../gen/pincite/memo/v1/workflow_profile_pb.ts";
import { DomainError } from "../../error.ts";
import { inLines, type Said, worded } from "../../messages/said.ts";
import { leftOut } from "../../profile/left-out.ts";
import { besideOthers, readProfile } from "../../profile/load-profiles.ts";
import { shippedFiles, shippedText } from "../../profile/shipped.ts";
import { kindLines, telling } from "../print/kind-lines.ts";
import type { Shell } from "../shell.ts";
import type { CliDeps } from "../types.ts";
import { withExample } from "./example.ts";
import { type TryOptions, tryProfile } from "./profile-try.ts";

/** `profile list`: which kinds a server has; `new`, `check` and `try`: one of one's own, from a copy to a letter. */
export const addProfileCommands = (profile: Command, shell: Shell, deps: CliDeps): void => {
  const listed = profile.command("list").description("List the kinds of memo of the server, each with what it is for.");
  withExample(listed, "pincite profile list");
  listed.action((_options: object, self: Command) => listAll(shell, self));
  const made = profile
    .command("new")
    .argument("<file>", "where the copy goes, a file whose name ends in .txtpb")
    .option("--like <id>", "the kind of memo that is copied; without it the one for a letter that no other is for")
    .description("Copy a kind of memo that comes with the product, to begin one of your own with.");
  withExample(made, "pincite profile new ./profiles/my-letter.txtpb");
  made.action((file: string, { like }: { readonly like?: string }) => copyOne(shell, shell.path(file), like));
  const check = profile
    .command("check")
    .argument("<file...>", "files of profiles, *.txtpb")
    .description("Tell all that is wrong with files of profiles, with line and field, and what they leave out.");
  withExample(check, "pincite profile check ./profiles/my-letter.txtpb");
  check.action((files: string[]) => checkAll(shell, files));
  const trial = profile
    .command("try")
    .argument("<file>", "the file of a profile")
    .argument("<dossier>", "a folder of documents; they stay where they are")
    .requiredOption("--letter <name>", "the file of the folder that is answered")
    .option("--on <day>", "the day whose law is meant, as 2026-01-31; else today", "")
    .option("--say <words...>", "what is said to the outline, as `run go` takes it; all else of the letter rests")
    .description(
      "Run a profile over a folder of documents, in memory: outline, slots and letter. Nothing of it is kept.",
    );
  withExample(trial, "pincite profile try ./profiles/my-letter.txtpb ./dossier --letter brief.pdf");
  trial.action((file: string, dossier: string, options: TryOptions) => tryOne(shell, deps, file, dossier, options));
};

const listAll = (shell: Shell, self: Command): Promise<void> =>
  shell.connected(self, async ({ orchestrator }) => {
    const { profiles } = await orchestrator.getCapabilities({});
    const { locale } = shell.speech();
    for (const line of kindLines(profiles, locale)) shell.say(line);
  });

const copyOne = (shell: Shell, file: string, like: string | undefined): void => {
  if (!file.endsWith(".txtpb"))
    throw new DomainError("REQUEST_INVALID", worded("command-error.a-profile-s-file-ends-in-txtpb"));
  if (existsSync(file))
    throw new DomainError("ALREADY_EXISTS", worded("command-error.file-is-there-already", { file }));
  const names = shippedFiles();
  const found = like === undefined ? names.at(-1) : names.find((name) => idOf(name) === like);
  if (found === undefined)
    throw new DomainError(
      "PROFILE_UNKNOWN",
      worded("command-error.there-is-no-kind-of-memo", { kind: like ?? "", kinds: names.map(idOf).join(", ") }),
    );
  const own = basename(file, ".txtpb")
    .toLowerCase()
    .replaceAll(/[^a-z0-9-]+/gu, "-")
    .replace(/^-+/u, "");
  const text = shippedText(found)
    .replace(/^profile_id: .*$/mu, `profile_id: "${own || "my-letter"}"`)
    .replace(/^version: .*$/mu, "version: 1")
    .replace(/^made_by: .*$/mu, 'made_by: ""  # your name, as people will read it');
  writeFileSync(file, text);
  const { phrase } = shell.speech();
  shell.say(phrase("screen.profile-is-written", { file }));
};

/** The id of a shipped file: its name behind the number. */
const idOf = (name: string): string => name.replace(/^\d+-/u, "").replace(/\.txtpb$/u, "");

const checkAll = (shell: Shell, files: readonly string[]): void => {
  const { phrase, locale } = shell.speech();
  const problems: Said[] = [];
  const beside = besideOthers();
  for (const file of files) {
    const read = readProfile(shell.path(file), beside);
    if ("problems" in read) problems.push(...read.problems);
    else {
      for (const line of tellingLines(read.profile, locale)) shell.say(line);
      for (const { path, said } of leftOut(read.profile)) shell.say(`  ${path}: ${phrase(said)}`);
      shell.say(phrase("screen.profile-can-be-used", { file }));
    }
  }
  if (problems.length > 0) throw new DomainError("REQUEST_INVALID", inLines(problems), { field: "profile" });
};

/** What a person must know of a profile before using it: whose it is, what it is not for, what is asked, what will be raised. */
const tellingLines = (profile: WorkflowProfile, locale: string): string[] => {
  const said = (texts: readonly LocalisedText[]) => textIn(texts, locale);
  return [
    `${said(profile.title)} (${profile.profileId} ${profile.version}, ${profile.madeBy})`,
    ...telling(profile.meantFor, locale).map((text) => `  + ${text}`),
    ...profile.notFor.map(({ text }) => `  ! ${said(text)}`),
    ...profile.claimKinds.filter(({ asks }) => asks.length > 0).map(({ asks }) => `  ? ${said(asks)}`),
    ...profile.adversePoints.map(({ text }) => `  - ${said(text)}`),
  ];
};

const tryOne = async (shell: Shell, deps: CliDeps, file: string, dossier: string, options: TryOptions) => {
  const read = readProfile(shell.path(file));
  if ("problems" in read) throw new DomainError("REQUEST_INVALID", inLines(read.problems), { field: "profile" });
  const { profile } = read;
  for (const line of tellingLines(profile, shell.speech().locale)) shell.say(line);
  await tryProfile(shell, deps, { ...options, profile, file: shell.path(file), dossier: shell.path(dossier) });
};
