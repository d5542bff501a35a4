import type { MessageInitShape } from "@bufbuild/protobuf";
import type { BindingProposalSchema } from "../../../gen/pincite/memo/v1/need_map_pb.ts";
import { propose } from "./deeds.ts";
import { useRun } from "./run-store.ts";

type Bound = MessageInitShape<typeof BindingProposalSchema>;

/** Puts one binding forward beside those there are. */
export const useBind = (): ((binding: Bound) => void) => {
  const { act, clients } = useRun();
  return (binding) =>
    void act((shown) => propose(clients, shown, { case: "needMap", value: { bindings: [binding] } }, { merge: true }));
};
