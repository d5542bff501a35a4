import { readFileSync } from "node:fs";
import { isLoopbackUrl } from "#kit/url.ts";
import { type SignIn, SignInSchema } from "../../gen/pincite/access/v1/sign_in_pb.ts";
import { DomainError } from "../error.ts";
import { type Said, worded } from "../messages/said.ts";
import { inFileAt } from "../profile/load-profiles.ts";
import { readTextFormat } from "../profile/text-reader.ts";
import { TextProblem } from "../profile/text-tokens.ts";
import { checkRequest } from "../wire/validation.ts";

/**
 * Reads who may sign in, from a file in the text format, and completes what a row may leave out.
 *
 * Errors: REQUEST_INVALID with the file, and the line or the fields that are wrong.
 */
export const readSignIn = (file: string): SignIn => {
  const signIn = parsed(file);
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
  return signIn;
};

/** Keys that came by a way that others can write to would let anybody sign in. */
const isFit = (address: string): boolean => {
  if (!URL.canParse(address)) return false;
  const { protocol, username, password } = new URL(address);
  return (protocol === "https:" || (protocol === "http:" && isLoopbackUrl(address))) && username + password === "";
};

const parsed = (file: string): SignIn => {
  try {
    return readTextFormat(SignInSchema, readFileSync(file, "utf8")).message;
  } catch (error) {
    if (error instanceof TextProblem) throw unfit(file, inFileAt(file, error.line, error.problem));
    throw unfit(file, (error as NodeJS.ErrnoException).code ?? "?");
  }
};

/** What is wrong with that file. */
export const unfit = (file: string, problem: Said | string): DomainError =>
  new DomainError("REQUEST_INVALID", worded("sign-in-problem.file", { file, problem }), { field: "sign-in" });
