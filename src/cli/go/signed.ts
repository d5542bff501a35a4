import { create, type MessageInitShape } from "@bufbuild/protobuf";
import type { PrepareActRequestSchema } from "../../../gen/pincite/orchestrator/v1/orchestrator_service_pb.ts";
import { type ActSignature, ActSignatureSchema } from "../../../gen/pincite/run/v1/signed_act_pb.ts";
import type { Connection } from "../../client/connection.ts";

/** Who signs, where. */
export interface Signing {
  readonly connection: Connection;
  /** Signs the bytes of an act with the person's own key: gives an SSHSIG. Absent: nothing is signed. */
  readonly signWith?: ((bytes: Uint8Array) => Promise<Uint8Array>) | undefined;
}

/** The person's signature of an act, with the key that the command names; nothing where it names none. */
export const signatureOf = async (
  { connection, signWith }: Signing,
  act: MessageInitShape<typeof PrepareActRequestSchema>,
): Promise<{ readonly signature?: ActSignature }> => {
  if (!signWith) return {};
  const { act: bytes } = await connection.orchestrator.prepareAct(act);
  const value = await signWith(bytes);
  return { signature: create(ActSignatureSchema, { act: bytes, by: { case: "ssh", value } }) };
};
