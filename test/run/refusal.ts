import { DomainError } from "../../src/error.ts";

/** The reason of the refusal that `work` meets; "accepted" when it meets none. Anything but a refusal is thrown on. */
export const refusal = (work: () => unknown): string => {
  try {
    work();
  } catch (error) {
    if (error instanceof DomainError) return error.reason;
    throw error;
  }
  return "accepted";
};

/** The refusal itself, to look at what it says. */
export const refused = (work: () => unknown): DomainError => {
  try {
    work();
  } catch (error) {
    if (error instanceof DomainError) return error;
    throw error;
  }
  throw new Error("nothing was refused");
};
