import { readFileSync } from "node:fs";
import { base64Decode } from "@bufbuild/protobuf/wire";
import type { Principal } from "../../gen/pincite/audit/v1/audit_meta_pb.ts";
import type { ActSignature } from "../../gen/pincite/run/v1/signed_act_pb.ts";
import { DomainError } from "../error.ts";
import { type Said, worded } from "../messages/said.ts";
import { checkSignature } from "../proof/check-signature.ts";
import { type ActCrypto, actNamespace, readSshKey } from "../proof/ssh-signature.ts";

/** A line of `allowed_signers` (ssh-keygen(1), ALLOWED SIGNERS): whose key it is, for what, and from when to when. */
interface Signer {
  readonly principals: readonly string[];
  /** The key in the form of the wire, in base64. */
  readonly key: string;
  readonly namespaces: readonly string[] | undefined;
  readonly afterMs: number;
  readonly beforeMs: number;
}

/** Why a signature is not taken as this person's of this act; undefined: it is. */
type CheckAct = (signature: ActSignature, act: Uint8Array, by: Principal, nowMs: number) => Said | undefined;

/**
 * Reads whose keys are whose from a file of OpenSSH's own form. Errors: REQUEST_INVALID with the file and the line that is wrong, also for
 * an option that is not known here: it might have narrowed what a key is for.
 */
export const openSigners = (file: string, crypto: ActCrypto): CheckAct => {
  const signers = readSigners(file);
  return (signature, act, by, nowMs) => {
    const found = checkSignature(signature, act, crypto);
    const { key } = found;
    if (found.problem === undefined) {
      const isTheirs = signers.some((one) => mayServe(one, found.publicKey, by.name, nowMs));
      return isTheirs ? undefined : worded("signature-error.not-yours", { key, name: by.name });
    }
    if (found.problem === "another-act") return worded("signature-error.another-act");
    if (found.problem === "unreadable") return worded("signature-error.unreadable");
    return worded("signature-error.does-not-hold", { key });
  };
};

const mayServe = (signer: Signer, publicKey: Uint8Array, name: string, nowMs: number): boolean =>
  signer.key === Buffer.from(publicKey).toString("base64") &&
  matches(signer.principals, name) &&
  (signer.namespaces === undefined || matches(signer.namespaces, actNamespace)) &&
  signer.afterMs <= nowMs &&
  nowMs <= signer.beforeMs;

/** A list of patterns, as OpenSSH matches one: one that begins with `!` and fits refuses, whatever else fits. */
const matches = (patterns: readonly string[], text: string): boolean => {
  const fits = (pattern: string): boolean => isLike(pattern, text);
  const refused = patterns.some((one) => one.startsWith("!") && fits(one.slice(1)));
  return !refused && patterns.some((one) => !one.startsWith("!") && fits(one));
};

/** `*` stands for any signs, `?` for one. */
const isLike = (pattern: string, text: string): boolean => {
  const literal = pattern.replace(/[.+^${}()|[\]\\]/gu, "\\$&");
  return new RegExp(`^${literal.replace(/\*+/gu, ".*").replaceAll("?", ".")}$`, "su").test(text);
};

const readSigners = (file: string): Signer[] => {
  let text: string;
  try {
    text = readFileSync(file, "utf8");
  } catch (error) {
    throw unfit(file, (error as NodeJS.ErrnoException).code ?? "?");
  }
  return text.split(/\r?\n/u).flatMap((line, at) => {
    if (/^\s*(?:#|$)/u.test(line)) return [];
    const read = readLine(line);
    if ("id" in read) throw unfit(file, worded("signers-problem.line", { line: at + 1, problem: read }));
    return [read];
  });
};

const keyTypes = /^(?:sk-)?(?:ssh|ecdsa)-/u;

/** Words of a line; blanks between quotation marks part none. */
const readLine = (line: string): Signer | Said => {
  const words = [...line.matchAll(/(?:"[^"]*"|[^\s"])+/gu)].map(([word]) => word);
  const at = words.findIndex((word, place) => place > 0 && keyTypes.test(word));
  const [principals, options, key] = [words[0], at === 2 ? words[1] : "", words[at + 1]];
  if (principals === undefined || key === undefined || at < 1 || at > 2 || !isKeyOf(words[at] ?? "", key))
    return worded("signers-problem.form");
  const names = unquoted(principals).split(",");
  const signer = { principals: names, key, namespaces: undefined, afterMs: 0, beforeMs: Number.POSITIVE_INFINITY };
  return withOptions(signer, options ?? "");
};

const withOptions = (signer: Signer, options: string): Signer | Said => {
  let read = signer;
  for (const [option, name = "", value = ""] of options.matchAll(/([^=,"]+)(?:=("[^"]*"|[^,"]*))?,?/gu)) {
    const said = unquoted(value);
    const known = name.toLowerCase();
    if (known === "namespaces") read = { ...read, namespaces: said.split(",") };
    else if (known === "valid-after" || known === "valid-before") {
      const ms = timeOf(said);
      if (ms === undefined) return worded("signers-problem.time", { time: said });
      read = known === "valid-after" ? { ...read, afterMs: ms } : { ...read, beforeMs: ms };
    } else return worded("signers-problem.option", { option });
  }
  return read;
};

const unquoted = (text: string): string => text.replaceAll('"', "");

/** A key of a kind that acts are not signed with stands there for others: it is passed over, if it is one at all. */
const isKeyOf = (type: string, base64: string): boolean => {
  try {
    const blob = base64Decode(base64);
    if (Buffer.from(blob).toString("base64") !== base64) return false;
    const named = new TextDecoder().decode(blob.subarray(4, 4 + type.length));
    const isOurs = type === "ssh-ed25519" || type === "ecdsa-sha2-nistp256";
    return named === type && (!isOurs || readSshKey(blob) !== undefined);
  } catch {
    return false;
  }
};

/** YYYYMMDD[HHMM[SS]], in UTC with a Z behind it and in the time of the machine without. */
const timeOf = (text: string): number | undefined => {
  const found = /^(\d{4})(\d\d)(\d\d)(?:(\d\d)(\d\d)(\d\d)?)?(Z?)$/u.exec(text);
  if (!found) return undefined;
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = found
    .slice(1, 7)
    .map((one) => Number(one ?? 0));
  const utc = new Date(Date.UTC(year, month - 1, day, hour, minute, second));
  const isThere =
    utc.getUTCMonth() === month - 1 && utc.getUTCDate() === day && hour < 24 && minute < 60 && second < 60;
  if (!isThere) return undefined;
  return found[7] === "Z" ? utc.getTime() : new Date(year, month - 1, day, hour, minute, second).getTime();
};

const unfit = (file: string, problem: Said | string): DomainError =>
  new DomainError("REQUEST_INVALID", worded("signers-problem.file", { file, problem }), { field: "signers" });
