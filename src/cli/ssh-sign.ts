import { spawn } from "node:child_process";
import { DomainError } from "../error.ts";
import { worded } from "../messages/said.ts";
import { actNamespace } from "../proof/ssh-signature.ts";

/**
 * Has `ssh-keygen` sign these bytes with the key in a file, or by the agent where the file holds a public key; a passphrase is asked for at the terminal.
 * Gives the bytes of the SSHSIG. Errors: REQUEST_INVALID where it does not sign.
 */
export const signWithSsh = async (file: string, bytes: Uint8Array): Promise<Uint8Array> => {
  const failed = (why: string) =>
    new DomainError("REQUEST_INVALID", worded("signature-error.ssh-keygen", { file, why }), { file });
  const armoured = await new Promise<string>((resolve, reject) => {
    const child = spawn("ssh-keygen", ["-Y", "sign", "-n", actNamespace, "-f", file], {
      stdio: ["pipe", "pipe", "pipe"],
    });
    const [said, told]: [Buffer[], Buffer[]] = [[], []];
    child.stdout.on("data", (piece: Buffer) => said.push(piece));
    child.stderr.on("data", (piece: Buffer) => told.push(piece));
    child.once("error", (error: NodeJS.ErrnoException) => reject(failed(error.code ?? "?")));
    child.once("close", (code) => {
      if (code === 0) resolve(Buffer.concat(said).toString());
      else reject(failed(Buffer.concat(told).toString().trim().split("\n").at(-1) || String(code)));
    });
    // Whoever ends before all is read says why itself.
    child.stdin.on("error", () => undefined);
    child.stdin.end(bytes);
  });
  const body = /-----BEGIN SSH SIGNATURE-----\s+([\sA-Za-z0-9+/=]+)-----END SSH SIGNATURE-----/u.exec(armoured)?.[1];
  if (body === undefined) throw failed("no signature");
  return new Uint8Array(Buffer.from(body, "base64"));
};
