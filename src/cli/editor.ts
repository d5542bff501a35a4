import { spawn } from "node:child_process";
import { DomainError } from "../error.ts";
import { worded } from "../messages/said.ts";

/**
 * Opens a file in the person's editor and resolves once it is closed. VISUAL comes before EDITOR, as for other programs of a
 * terminal; either may hold arguments. Errors: REQUEST_INVALID where neither is set, or the editor ended with a fault.
 */
export const openEditor = (path: string, env: Readonly<Record<string, string | undefined>>): Promise<void> => {
  const editor = env.VISUAL || env.EDITOR;
  if (!editor || !process.stdin.isTTY)
    throw new DomainError("REQUEST_INVALID", worded("command-error.there-is-no-editor-here-set-editor-at-a"));
  return new Promise((resolve, reject) => {
    // A shell, because the setting may hold arguments, such as "code --wait".
    const child = spawn(`${editor} "$PINCITE_EDITED"`, {
      shell: true,
      stdio: "inherit",
      env: { ...env, PINCITE_EDITED: path },
    });
    child.once("error", reject);
    child.once("exit", (code) => {
      if (code === 0) return resolve();
      reject(
        new DomainError(
          "REQUEST_INVALID",
          worded("command-error.the-editor-ended-with-a-fault-the-text-is-in", { code: code ?? "stopped", path }),
        ),
      );
    });
  });
};
