import { spawn } from "node:child_process";
import { createInterface } from "node:readline";
import type { Draft, World } from "./draw.ts";
import type { Target, Verdict } from "./verdicts.ts";

/** What a command may say of a sentence. */
const said: Readonly<Record<string, Verdict>> = { pass: "passed", look: "looked", refuse: "refused" };

/** How long a command may take over one draft, in milliseconds. */
const draftMs = 120_000;
/** The longest line that a command may answer, in characters. */
const lineChars = 1_000_000;

/**
 * Another tool as a child process: one line of JSON for each draft with its sources goes in, one line with a verdict for each sentence comes out, as
 * `attacks/README.md` tells. No truth goes in. Errors: an answer that is not of that form, none in time, or a process that ended, each with the draft.
 */
export const commandTarget = ([program = "", ...args]: readonly string[]): Target => {
  const child = spawn(program, args, { stdio: ["pipe", "pipe", "inherit"] });
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  const ended = new Promise<never>((_, reject) => {
    child.once("error", (cause) => reject(new Error(`${program} cannot be started: name a program`, { cause })));
    child.once("exit", (code) => reject(new Error(`${program} ended with ${code} before every draft was answered`)));
  });
  // Nobody waits for it where all is answered.
  ended.catch(() => {});
  // What is written to a program that has ended is told by its end.
  child.stdin.on("error", () => {});
  return {
    async judge(world) {
      const all: Verdict[][] = [];
      for (const draft of world.drafts) {
        child.stdin.write(`${JSON.stringify(asked(world, draft))}\n`);
        const line = await Promise.race([lines.next(), ended, tooLate(draft)]);
        if (line.done) await ended;
        all.push(readAnswer(String(line.value), draft));
      }
      return all;
    },
    async stop() {
      child.stdin.end();
      child.kill();
    },
  };
};

const tooLate = ({ id }: Draft): Promise<never> =>
  new Promise((_, reject) => {
    setTimeout(() => reject(new Error(`draft ${id}: no answer within ${draftMs / 1000} seconds`)), draftMs).unref();
  });

/** A draft as a command is given it. */
export const asked = ({ template, papers, key }: World, { id, sentences }: Draft) => ({
  draft: id,
  language: template.locale,
  papers: papers.map(({ file, title, day, author, text }) => ({ file, title, day, author, text })),
  sentences: sentences.map(({ seed, text }, at) => ({
    id: at + 1,
    type: seed.kind.toLowerCase().replaceAll("_", "-"),
    text,
    cites: key
      .filter((one) => seed.cites.includes(one.id))
      .map(({ kind, file, words }) => ({ kind: kind.toLowerCase().replaceAll("_", "-"), file, words })),
  })),
});

/** The verdicts of a line. Errors: a line that is none of these, named with its draft. */
export const readAnswer = (line: string, { id, sentences }: Draft): Verdict[] => {
  const wrong = (what: string) => new Error(`draft ${id}: the answer ${what}; see attacks/README.md for its form`);
  if (line.length > lineChars) throw wrong(`is longer than ${lineChars} characters`);
  let read: unknown;
  try {
    read = JSON.parse(line);
  } catch (cause) {
    throw Object.assign(wrong("is no JSON on one line"), { cause });
  }
  const { draft, verdicts } = (read ?? {}) as { draft?: unknown; verdicts?: unknown };
  if (draft !== id) throw wrong("names another draft");
  if (!Array.isArray(verdicts) || verdicts.length !== sentences.length)
    throw wrong(`has not one verdict for each of ${sentences.length} sentences`);
  return verdicts.map((one) => {
    const verdict = Object.hasOwn(said, String(one)) ? said[String(one)] : undefined;
    if (verdict === undefined) throw wrong(`has a verdict that is none of ${Object.keys(said).join(", ")}`);
    return verdict;
  });
};
