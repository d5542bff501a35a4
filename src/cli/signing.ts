import type { Shell } from "./shell.ts";
import { signWithSsh } from "./ssh-sign.ts";

/** `--sign`. */
export interface SignOption {
  readonly sign?: string;
}

/** Its line in the help. */
export const signHelp = "sign what you decide with this key of OpenSSH; the file of a public key has the agent sign";

/** Signs with the key that the option names; nothing is signed without it. */
export const signingWith = (shell: Pick<Shell, "path">, { sign }: SignOption) =>
  sign === undefined ? {} : { signWith: (bytes: Uint8Array) => signWithSsh(shell.path(sign), bytes) };
