import { spawn } from "node:child_process";
import { readFileSync } from "node:fs";

/** A command block of a page with the lines its output is to have; an ellipsis in a line stands for anything. */
export interface Step {
  readonly command: string;
  readonly expected: readonly string[];
}

/** The `sh` blocks of a Markdown page in order, each with the `text` block that follows it, if one does. */
export const stepsOf = (path: string): Step[] => {
  const blocks = [...readFileSync(path, "utf8").matchAll(/^```(\w+)\n([\s\S]*?)^```$/gm)].map(
    ([, language = "", body = ""]) => ({ language, body }),
  );
  return blocks.flatMap(({ language, body }, at) => {
    if (language !== "sh") return [];
    const next = blocks[at + 1];
    const expected = next?.language === "text" ? next.body.split("\n").filter((line) => line !== "") : [];
    return [{ command: body, expected }];
  });
};

const marker = "@@@ next step";

/** Runs all commands in one shell, as a reader would in one terminal, and gives the output of each, errors included. */
export const runSteps = (steps: readonly Step[], env: NodeJS.ProcessEnv, cwd: string): Promise<string[]> =>
  new Promise((resolve, reject) => {
    const script = steps.map(({ command }) => `${command}\necho "${marker}"\n`).join("");
    const shell = spawn("bash", ["-c", `exec 2>&1\n${script}`], { env, cwd, stdio: ["ignore", "pipe", "inherit"] });
    let output = "";
    shell.stdout.on("data", (chunk: Buffer) => (output += chunk.toString()));
    shell.on("error", reject);
    shell.on("close", () => resolve(output.split(`${marker}\n`).slice(0, steps.length)));
  });

/** The first line that the output lacks, or undefined: lines must come in their order, and so the parts around an ellipsis. */
export const lackingIn = (output: string, { expected }: Step): string | undefined => {
  let from = 0;
  for (const line of expected) {
    for (const part of line.split("…")) {
      const at = output.indexOf(part, from);
      if (at < 0) return line;
      from = at + part.length;
    }
  }
  return undefined;
};
