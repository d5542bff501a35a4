import { Code, ConnectError } from "@connectrpc/connect";
import { ErrorInfoSchema } from "../../../gen/google/rpc/error_details_pb.ts";
import { fromConnectError } from "../../../src/wire/client.ts";

/** A refused call as its caller sees it. */
export interface Refusal {
  /** Name of the RPC code, such as `FailedPrecondition`. */
  readonly code: string;
  /** google.rpc.ErrorInfo.reason; empty when the server sent none. */
  readonly reason: string;
  readonly message: string;
  readonly fields: readonly string[];
}

/** What a call was refused with, or undefined when it was not refused. */
export const refusalOf = async (call: Promise<unknown>): Promise<Refusal | undefined> => {
  try {
    await call;
    return undefined;
  } catch (error) {
    const failed = ConnectError.from(error);
    const info = failed.findDetails(ErrorInfoSchema).find(({ domain }) => domain === "pincite");
    const fields = fromConnectError(error).violations.map(({ subject }) => subject);
    return { code: Code[failed.code] ?? "", reason: info?.reason ?? "", message: failed.rawMessage, fields };
  }
};

/** The reason a call was refused for; `OK` when it was not. */
export const reasonOf = async (call: Promise<unknown>): Promise<string> => {
  const refusal = await refusalOf(call);
  return refusal === undefined ? "OK" : refusal.reason || `${refusal.code}: ${refusal.message}`;
};
