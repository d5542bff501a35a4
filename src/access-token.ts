import { createHash, randomBytes, timingSafeEqual } from "node:crypto";
import { lstatSync, mkdirSync, readFileSync, statSync } from "node:fs";
import { homedir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { isLoopbackUrl } from "#kit/url.ts";
import { DomainError } from "./error.ts";
import { hasSockets, socketToCall } from "./local-socket.ts";
import { worded } from "./messages/said.ts";
import { writeSecret, writeSecretOnce } from "./secret-file.ts";

/** Environment variables by name. */
type Environment = Readonly<Record<string, string | undefined>>;

/**
 * The file of the access token: one for each account of this machine, so that every server of that account and every program
 * that calls one find the same. `PINCITE_TOKEN_FILE` names another place. Errors: REQUEST_INVALID for an account without a home.
 */
export const accessTokenFile = (env: Environment): string => {
  if (env.PINCITE_TOKEN_FILE) return resolve(env.PINCITE_TOKEN_FILE);
  return join(env.XDG_CONFIG_HOME || join(home(), ".config"), "pincite", "token");
};

/** The token in the file, which is made where it is absent. Errors: REQUEST_INVALID where it cannot be made; those of reading it. */
export const openAccessToken = (file: string): string => {
  if (!statSync(file, { throwIfNoEntry: false })) make(file, writeSecretOnce);
  return readAccessToken(file)!;
};

/** Lets a fresh token take the place of the one there is. Servers that run take the new one at their next call. */
export const rotateAccessToken = (file: string): void => make(file, writeSecret);

/**
 * The token in the file, or undefined where there is no file. Errors: REQUEST_INVALID where others can read the file, or it is
 * another account's, or it holds no token: a token that somebody else may know keeps nobody out.
 */
export const readAccessToken = (file: string): string | undefined => {
  const found = lstatSync(file, { throwIfNoEntry: false });
  if (!found) return undefined;
  if (!found.isFile()) throw unfit(file, "is no plain file");
  if (found.uid !== (process.getuid?.() ?? found.uid)) throw unfit(file, "belongs to another account");
  if (process.platform !== "win32" && (found.mode & 0o077) !== 0) throw unfit(file, "can be read by others");
  const token = readFileSync(file, "utf8").trim();
  if (!/^[A-Za-z0-9_-]{43}$/.test(token)) throw unfit(file, "holds no token");
  return token;
};

/** What a client sends along, and by which way it calls. */
export interface Credential {
  /** Asked for at each call, so that a program that stays open outlives a rotation; undefined: there is none. */
  readonly token: () => string | undefined;
  /** Path of the server's Unix socket, which is called in place of its port. Absent: the port is called. */
  readonly socket?: () => string;
  /** SHA-256 of the token, which whoever listens at the port has to show that it knows, before anything is sent. Absent: it has not. */
  readonly tokenDigest?: () => Uint8Array;
}

/**
 * How a client of this account calls the server at a URL. `PINCITE_TOKEN` was given for just this address. The account's own token goes to no other
 * machine, and on this one by the server's Unix socket, which nobody else can have made (ADR 42). By a port, a token goes to nobody who has not
 * shown that he knows it (ADR 50): the given one, and the account's own on Windows, which has the port alone. Over https the certificate shows who listens.
 */
export const credentialFor = (url: string, env: Environment = process.env): Credential => {
  const given = env.PINCITE_TOKEN || undefined;
  const isOpen = url.startsWith("http:");
  if (given !== undefined) return { token: () => given, ...(isOpen && { tokenDigest: () => digestOf(given) }) };
  if (!isLoopbackUrl(url)) return { token: () => undefined };
  const token = () => readAccessToken(accessTokenFile(env));
  if (!isOpen) return { token };
  if (hasSockets) return { token, socket: () => socketToCall(env, url) };
  return { token, tokenDigest: () => digestOf(openAccessToken(accessTokenFile(env))) };
};

/**
 * The digest of the token of the file as it is now. A file that was there and became unfit has none, and `onUnfit` is told why, once
 * for each state of it: a mode bit that somebody changed ends no server. Errors: those of opening the token, here and never later.
 */
export const accessTokenDigest = (
  file: string,
  onUnfit: (why: DomainError) => void = () => undefined,
): (() => Uint8Array | undefined) => {
  let [seen, digest]: [string, Uint8Array | undefined] = ["", digestOf(openAccessToken(file))];
  return () => {
    const state = stateOf(file);
    if (state === seen) return digest;
    try {
      const token = readAccessToken(file);
      [seen, digest] = [state, token === undefined ? undefined : digestOf(token)];
    } catch (cause) {
      [seen, digest] = [state, undefined];
      onUnfit(cause instanceof DomainError ? cause : unfit(file, "cannot be read"));
    }
    return digest;
  };
};

/**
 * Tells whether a word is the token of the file as it is now; an unfit file lets nobody in. Compares in a time that says nothing of
 * either. Errors: those of its digest.
 */
export const accessTokenCheck = (file: string, onUnfit?: (why: DomainError) => void): ((given: string) => boolean) => {
  const current = accessTokenDigest(file, onUnfit);
  return (given) => {
    const digest = current();
    return digest !== undefined && timingSafeEqual(digestOf(given), digest);
  };
};

/** What changes when the file does: another file, another content, another mode. A file that cannot be looked at has a state too. */
const stateOf = (file: string): string => {
  try {
    const found = lstatSync(file, { throwIfNoEntry: false, bigint: true });
    return found ? `${found.ino} ${found.mode} ${found.mtimeNs} ${found.ctimeNs}` : "absent";
  } catch (cause) {
    return String((cause as NodeJS.ErrnoException).code);
  }
};

const digestOf = (text: string): Uint8Array => createHash("sha256").update(text).digest();

const make = (file: string, write: (path: string, content: string) => void): void => {
  try {
    mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
    write(file, `${randomBytes(32).toString("base64url")}\n`);
  } catch (cause) {
    const message = `The token cannot be written to ${file}: name a place that is this account's with PINCITE_TOKEN_FILE.`;
    throw new DomainError("REQUEST_INVALID", message, { file }, { cause });
  }
};

const home = (): string => {
  try {
    return homedir();
  } catch (cause) {
    const message = "This account has no home folder: name a place for the token with PINCITE_TOKEN_FILE.";
    throw new DomainError("REQUEST_INVALID", message, {}, { cause });
  }
};

const unfit = (file: string, what: string): DomainError =>
  new DomainError(
    "REQUEST_INVALID",
    worded("keeping-error.the-token-file-make-a-new-one-with-pincite", { file, what }),
    {
      file,
    },
  );
