import { ConnectError } from "@connectrpc/connect";
import { ErrorInfoSchema } from "../../../gen/google/rpc/error_details_pb.ts";

/** Reason and facts of a call that should fail; `reason` says so when it did not. */
export const refused = async (call: Promise<unknown>): Promise<{ reason: string; facts: Record<string, string> }> => {
  const error = await call.then(
    () => undefined,
    (thrown: unknown) => ConnectError.from(thrown),
  );
  const [info] = error?.findDetails(ErrorInfoSchema) ?? [];
  return { reason: info?.reason ?? `none: ${error?.message ?? "it succeeded"}`, facts: { ...info?.metadata } };
};
