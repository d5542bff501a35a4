import type { AccessObject } from "../../../../gen/pincite/access/v1/access_service_pb.ts";
import type { Connection } from "../../../client/connection.ts";
import { runIdOf } from "../../../client/run-view.ts";
import { DomainError } from "../../../error.ts";
import { worded } from "../../../messages/said.ts";

/** What names a run or a strand. */
export interface ThingOptions {
  readonly run?: string;
  readonly strand?: string;
}

/** What names a person or a group. */
export interface WhoOptions {
  readonly person?: string;
  readonly group?: string;
  readonly issuer?: string;
}

type Named = Exclude<AccessObject["object"], { case: undefined }>;

/** The run or the strand that is meant. Errors: REQUEST_INVALID for none or both. */
export const objectOf = async (connection: Connection, { run, strand }: ThingOptions): Promise<Named> => {
  if ((run === undefined) === (strand === undefined))
    throw new DomainError("REQUEST_INVALID", worded("access.name-a-run-or-a-strand"));
  if (strand !== undefined) return { case: "strandId", value: strand };
  return { case: "runId", value: await runIdOf(connection, run ?? "") };
};

/** The person or the group that is meant. Errors: REQUEST_INVALID for none or both, or where nobody knows who signs them in. */
export const whoOf = async (connection: Connection, object: Named, { person, group, issuer }: WhoOptions) => {
  if ((person === undefined) === (group === undefined))
    throw new DomainError("REQUEST_INVALID", worded("access.name-a-person-or-a-group"));
  const at = await issuerOf(connection, object, issuer);
  return person === undefined
    ? { case: "group" as const, value: { issuer: at, name: group ?? "" } }
    : { case: "person" as const, value: { issuer: at, subject: person } };
};

/** The person that is meant; undefined: whoever calls. Errors: as `whoOf`. */
export const personOf = async (connection: Connection, object: Named, { person, issuer }: WhoOptions) =>
  person === undefined ? undefined : { issuer: await issuerOf(connection, object, issuer), subject: person };

/** Who signs people in: whom an option names, who signs the caller in, or the only one whom the server takes people of. */
const issuerOf = async (connection: Connection, object: Named, issuer: string | undefined): Promise<string> => {
  if (issuer !== undefined) return issuer;
  const { caller } = await connection.orchestrator.getCapabilities({});
  if (caller?.issuer) return caller.issuer;
  const { issuers } = await served(connection.access.list({ object: { object } }));
  if (issuers.length === 1) return issuers[0] ?? "";
  throw new DomainError("REQUEST_INVALID", worded("access.say-who-signs-them-in", { issuers: issuers.join(", ") }));
};

/** The answer of AccessService. Errors: UNSUPPORTED, with what is missing, from a server that takes nobody but its account. */
export const served = async <T>(answer: Promise<T>): Promise<T> => {
  const { fromConnectError } = await import("../../../wire/client.ts");
  return answer.catch((error: unknown) => {
    const { reason } = fromConnectError(error);
    throw reason === "UNSUPPORTED" ? new DomainError(reason, worded("access.nobody-signs-in-there")) : error;
  });
};

/** What narrows the log of access. */
export interface LogOptions extends ThingOptions {
  readonly id?: string;
  readonly person?: string;
  readonly issuer?: string;
  readonly from?: string;
  readonly before?: string;
  readonly max: string;
}

/** Which entries are meant. Errors: REQUEST_INVALID for a time or a number that is none. */
export const logFilter = async (connection: Connection, options: LogOptions) => {
  const { run, strand, id, person = "", issuer = "", from, before, max } = options;
  if (!/^[1-9]\d{0,5}$/u.test(max)) throw new DomainError("REQUEST_INVALID", worded("access.say-a-number", { max }));
  const isNamed = run !== undefined || strand !== undefined;
  const named = isNamed ? { object: await objectOf(connection, options) } : {};
  const object = id === undefined ? named : { object: { case: "id" as const, value: id } };
  return { issuer, subject: person, ...object, fromIso: timeOf(from), beforeIso: timeOf(before) };
};

const timeOf = (text: string | undefined): string => {
  if (text === undefined) return "";
  const ms = /^\d{4}-\d{2}-\d{2}(?:T[\d:.]+Z)?$/u.test(text) ? Date.parse(text) : Number.NaN;
  if (Number.isNaN(ms)) throw new DomainError("REQUEST_INVALID", worded("access.say-a-time", { text }));
  return new Date(ms).toISOString();
};
