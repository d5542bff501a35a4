import { fromConnectError } from "../../src/wire/error.ts";

/** The reason with which a call was refused; "answered" when it was not. */
export const reasonOf = (call: Promise<unknown>): Promise<string> =>
  call.then(
    () => "answered",
    (error: unknown) => fromConnectError(error).reason,
  );
