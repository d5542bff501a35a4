import { readFileSync } from "node:fs";
import { dirname, resolve } from "node:path";
import { isLoopbackUrl } from "#kit/url.ts";
import { type PageSignIn, type Quota, type SignIn, SignInSchema } from "../../gen/pincite/access/v1/sign_in_pb.ts";
import { DomainError } from "../error.ts";
import { type Said, worded } from "../messages/said.ts";
import { readTextFile } from "../profile/text-file.ts";
import { checkRequest } from "../wire/validation.ts";

/**
 * Reads who may sign in, from a file in the text format, and completes what a row may leave out.
 *
 * Errors: REQUEST_INVALID with the file, and the line or the fields that are wrong.
 */
export const readSignIn = (file: string): SignIn => {
  const signIn = readTextFile(SignInSchema, file, (problem) => unfit(file, problem));
  checkRequest(SignInSchema, signIn);
  const known = new Set<string>();
  for (const { issuer, keys } of signIn.issuers) {
    if (known.has(issuer)) throw unfit(file, worded("sign-in-problem.issuer-twice", { issuer }));
    known.add(issuer);
    if (keys.case === "jwksUrl" && !isFit(keys.value)) throw unfit(file, worded("sign-in-problem.address"));
  }
  const [only = ""] = signIn.issuers.length === 1 ? known : [];
  for (const row of signIn.roles) {
    row.issuer ||= only;
    if (!known.has(row.issuer))
      throw unfit(file, worded("sign-in-problem.no-such-issuer", { issuer: row.issuer || "?" }));
  }
  completeQuotas(signIn.quotas, file, known);
  if (signIn.page) completePage(signIn.page, file, known);
  return signIn;
};

/** Completes the bounds; each bounds something, and nobody else is about the same. */
const completeQuotas = (quotas: readonly Quota[], file: string, known: ReadonlySet<string>): void => {
  const [only = ""] = known.size === 1 ? known : [];
  const about = new Set<string>();
  for (const row of quotas) {
    const { case: kind, value } = row.who;
    const isOfIssuer = kind === "group" || kind === "subject";
    row.issuer = isOfIssuer ? row.issuer || only : "";
    if (isOfIssuer && !known.has(row.issuer))
      throw unfit(file, worded("sign-in-problem.quota-issuer", { issuer: row.issuer || "?" }));
    const who = isOfIssuer ? String(value) : kind === "everybody" ? "everybody" : "each_person";
    const key = JSON.stringify([kind, row.issuer, who]);
    if (about.has(key)) throw unfit(file, worded("sign-in-problem.quota-twice", { who }));
    about.add(key);
    const bounds = [row.turns, row.tokens, row.toolCalls, row.paperBytes, row.openRuns];
    if (bounds.every((one) => one === undefined)) throw unfit(file, worded("sign-in-problem.quota-empty", { who }));
  }
};

/** Completes what the part about the page leaves out. */
const completePage = (page: PageSignIn, file: string, known: ReadonlySet<string>): void => {
  const [only = ""] = known.size === 1 ? known : [];
  page.issuer ||= only;
  if (!known.has(page.issuer)) throw unfit(file, worded("sign-in-problem.page-issuer", { issuer: page.issuer || "?" }));
  if (!isFit(page.issuer)) throw unfit(file, worded("sign-in-problem.page-issuer-address", { issuer: page.issuer }));
  const base = isFit(page.baseUrl) ? new URL(page.baseUrl) : undefined;
  if (base === undefined || base.href !== `${base.origin}/`) throw unfit(file, worded("sign-in-problem.page-base-url"));
  page.baseUrl = base.origin;
  if (page.scopes.length === 0) page.scopes = ["profile"];
};

/** The secret of a registration; undefined: a public client has none. Errors: REQUEST_INVALID for a file that holds none. */
export const clientSecretOf = ({ clientSecretFile }: PageSignIn, file: string): string | undefined => {
  if (clientSecretFile === "") return undefined;
  const path = resolve(dirname(file), clientSecretFile);
  const problem = worded("sign-in-problem.page-secret", { file: path });
  let secret: string;
  try {
    secret = readFileSync(path, "utf8").trim();
  } catch {
    throw unfit(file, problem);
  }
  if (!/^[!-~]{1,1024}$/u.test(secret)) throw unfit(file, problem);
  return secret;
};

/** Keys that came by a way that others can write to would let anybody sign in. */
const isFit = (address: string): boolean => {
  if (!URL.canParse(address)) return false;
  const { protocol, username, password } = new URL(address);
  return (protocol === "https:" || (protocol === "http:" && isLoopbackUrl(address))) && username + password === "";
};

/** What is wrong with that file. */
export const unfit = (file: string, problem: Said | string): DomainError =>
  new DomainError("REQUEST_INVALID", worded("sign-in-problem.file", { file, problem }), { field: "sign-in" });
