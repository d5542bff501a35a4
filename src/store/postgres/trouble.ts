import { DomainError } from "../../error.ts";
import { worded } from "../../messages/said.ts";

/** What an error of the driver says: the five signs of SQLSTATE, a digit among them, where the database itself spoke; `EPIPE` is the system's. */
const stateOf = (error: unknown): string => {
  const code = (error as { code?: unknown } | undefined)?.code;
  return typeof code === "string" && /^(?=.*\d)[0-9A-Z]{5}$/.test(code) ? code : "";
};

/** Whether the database rolled a transaction back for the sake of another one: it is to be planned again, whole. */
export const isToRepeat = (error: unknown): boolean => ["40001", "40P01"].includes(stateOf(error));

/** Does what may be done again until no other transaction comes between. */
export const repeated = async <T>(work: () => Promise<T>): Promise<T> => {
  for (;;)
    try {
      return await work();
    } catch (error) {
      if (!isToRepeat(error)) throw error;
    }
};

/** SQLSTATE of a transaction that the database ended since nothing was said in it for too long. */
const idledAway = "25P03";

/** Whether the connection went, or the database did: what was under way may have been done or not. */
export const isLost = (error: unknown): boolean =>
  error instanceof Error &&
  !(error instanceof DomainError) &&
  (["08", "57", "53"].includes(stateOf(error).slice(0, 2)) ||
    stateOf(error) === idledAway ||
    (stateOf(error) === "" && isOfConnection(error)));

/** A database that cannot be reached, or refuses: nothing was done unless `isUnknown`. */
export const unavailable = (cause: unknown, isUnknown = false): DomainError =>
  new DomainError(
    "STORE_UNAVAILABLE",
    worded(isUnknown ? "record-error.database-went-away" : "record-error.database-not-reached"),
    { ...(stateOf(cause) ? { sqlstate: stateOf(cause) } : {}), ...(isUnknown ? { outcome: "unknown" } : {}) },
    { cause },
  );

/** What a caller is told of an error: the store's own as they are, the driver's as a database that is away. */
export const told = (error: unknown): unknown => {
  const isDrivers =
    error instanceof Error && !(error instanceof DomainError) && (stateOf(error) !== "" || isOfConnection(error));
  return isDrivers ? unavailable(error) : error;
};

const isOfConnection = (error: Error): boolean =>
  (error as NodeJS.ErrnoException).code?.startsWith("E") === true ||
  /connection|timeout|terminat|socket|not queryable|ended|closed/i.test(error.message);
