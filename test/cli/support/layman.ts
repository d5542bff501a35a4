import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect } from "vitest";
import { startPincite } from "../../../src/main.ts";
import type { Case } from "../../simulation/guide/dossier.ts";
import { type CliResult, cli } from "./cli.ts";

export const root = fileURLToPath(new URL("../../../", import.meta.url));

export interface Command {
  readonly typed: string;
  readonly shown: string;
}

/** Somebody at a terminal with a dossier in a folder, who knows nothing but what the screen says, with all that was typed and shown. */
export interface Layman {
  readonly folder: string;
  /** Where the server listens. */
  readonly url: string;
  readonly transcript: Command[];
  /** Types one command line, which must succeed, and keeps it with what it printed. */
  type(...argv: string[]): Promise<string>;
  /** The same, kept nowhere. */
  aside(...argv: string[]): Promise<CliResult>;
  /** The transcript without what changes from run to run. */
  whole(): string;
  stop(): Promise<void>;
}

/** A server of its own, in memory unless a folder is given, and the documents of a case as files. */
export const laymanWith = async ({ documents }: Case, dataDir?: string): Promise<Layman> => {
  const transcript = [{ typed: "pincite serve --data ./zaak", shown: "pincite luistert op http://127.0.0.1:7611\n" }];
  const layman = await laymanAt(dataDir, { folder: "", transcript });
  mkdirSync(join(layman.folder, "dossier"));
  for (const document of documents) writeFileSync(join(layman.folder, "dossier", document.file), document.bytes);
  return layman;
};

/** The same where something was typed before, in a folder of then, and no document is a file any more. */
export const laymanAt = async (
  dataDir: string | undefined,
  { folder: before, transcript }: Pick<Layman, "folder" | "transcript">,
): Promise<Layman> => {
  const folder = mkdtempSync(join(tmpdir(), "pincite-layman-"));
  const server = await startPincite({ dataDir, port: 0, user: "tester", log: "silent" });
  const env = { PINCITE_URL: server.url, PINCITE_LANG: "nl" };
  const aside = (...argv: string[]) => cli(argv, { env, cwd: folder });
  const type = async (...argv: string[]): Promise<string> => {
    const { out, err, code } = await aside(...argv);
    expect([err, code], argv.join(" ")).toEqual(["", 0]);
    transcript.push({ typed: ["pincite", ...argv].map(quoted).join(" "), shown: out });
    return out;
  };
  const whole = (): string =>
    transcript
      .map(({ typed, shown }) => `$ ${typed}\n${shown}`)
      .join("\n")
      // The day of an example lies two weeks ahead of whoever reads it.
      .replaceAll(/\b\d{2}-\d{2}-\d{4}\b/gu, "DAG")
      .replaceAll(/\b\d+-[0-9a-f]{4}\b/gu, "N-xxxx")
      .replaceAll(root, "")
      .replaceAll(`${folder}/`, "")
      .replaceAll(`${before}/`, before === "" ? "/" : "")
      .replaceAll(/run-[0-9A-Z]{26}/gu, "run-…")
      // The draft is dated by the day on which it is written.
      .replaceAll(/(?<= {6}datum: )\d{1,2} [a-z]+ \d{4}$/gmu, "vandaag");
  const stop = async (): Promise<void> => {
    await server.stop();
    rmSync(folder, { recursive: true });
  };
  return { folder, url: server.url, transcript, type, aside, whole, stop };
};

/** The files of the demo's law. */
export const lawFiles = ["BWBR0005290_2023-07-01_uittreksel.xml", "manifest.xml"].map((name) =>
  join(root, "demo/law", name),
);

const quoted = (word: string): string => (/[\s=]/u.test(word) && !/^\d+=[a-z-]+$/u.test(word) ? `"${word}"` : word);

/** The sign under the question, as a person copies it from the command that says yes. */
export const signIn = (shown: string): string => /run go latest ja (\d+-[0-9a-f]+)/u.exec(shown)?.[1] ?? "";

/** Passages for every slot that the screen asks for, by number: `wanted` where it names one, else the first. */
export const choicesIn = (shown: string, wanted: Readonly<Record<string, number>> = {}): string[] =>
  Array.from(shown.matchAll(/(bewijsvraag:\d+)=…/gu), ([, slot = ""]) => `${slot}=${wanted[slot] ?? 1}`);

/** What stands under “Let op”, and the sentences to be compared, as the screen names them. */
export const looksIn = (shown: string): string[] => {
  const looked = (/staat \(([^)]+)\)/u.exec(shown)?.[1] ?? "").split(/,\s+/u);
  const named = Array.from(shown.matchAll(/run go latest ja \S+ gezien ([^\n]+)/gu), ([, names = ""]) =>
    names.trim().split(/\s+/u),
  ).flat();
  const compared = /Bij (.+?) staat een woord \(«…»\)/su.exec(shown)?.[1]?.split(/,\s+/u) ?? [];
  return [...new Set([...looked, ...named, ...compared])].filter(Boolean);
};

/** Words that every English sentence has and no Dutch one; the commands themselves are named in English. */
const english =
  /\b(?:the|this|that|these|with|from|not|has|have|been|are|was|were|which|what|who|your|you|nothing|found|next|missing|items?|search|evidence|quote|claim|draft|stage|letter|confirm|version)\b/iu;
const program =
  /\b(?:claim|slot|binding|entry|sentence|section|toolres|toolreq):|\b(?:vault|lawbot)\.[a-z]|(?<!\d-)[0-9a-f]{16,}|extractive/u;

/** Lines that are not a Dutch reader's, without the commands that a person is given to type. */
export const foreign = (commands: readonly Command[]): string[] =>
  commands
    .flatMap(({ shown }) => shown.split("\n"))
    .filter((line) => !/^\s+pincite /u.test(line))
    .filter((line) => english.test(line) || program.test(line));
