import { fromBinary } from "@bufbuild/protobuf";
import { WorkflowProfileSchema } from "../../gen/pincite/memo/v1/workflow_profile_pb.ts";
import type { NameRegister } from "../citation/name-register.ts";
import { kindRegistry } from "../cli/proto/files.ts";
import type { RunRecording } from "../engine/replay/recording.ts";
import { replayRun } from "../engine/replay/replay-run.ts";
import { draftCheck } from "../grounding/draft-check.ts";
import { strangerBehind } from "../profile/complete.ts";
import { Broken, must } from "../proof/memo/broken.ts";
import type { DeriveAgain } from "../proof/memo/verify.ts";
import { rulesVersion } from "../run/rules.ts";
import { openMemoryStore } from "../store/memory/memory-store.ts";
import { builtInSpecs, catalogueOf } from "../tool/catalogue.ts";

/** Who made the kind of memo, where it did not come with the product. */
const makerIn = (events: RunRecording["events"], artifacts: ReadonlyMap<string, Uint8Array>): string => {
  const created = events[0]?.event.event;
  const digest = created?.case === "runCreated" ? created.value.profile?.digest : undefined;
  const bytes = digest === undefined ? undefined : artifacts.get(digest);
  const stranger = bytes ? strangerBehind(fromBinary(WorkflowProfileSchema, bytes)) : "";
  return stranger === "" ? "" : `; its kind of memo was made by ${stranger}`;
};

/**
 * Derives a run again from the events and artifacts of a proof, by the rules of this program, the register of law names that is
 * handed in, and the tools it is built with: nothing of an installation is read. Receipts are taken from the record; their
 * signatures are another check's.
 */
export const deriveWith =
  (register: () => NameRegister): DeriveAgain =>
  async ({ events, owner, runId }, artifacts) => {
    const recording = { runId, owner, events, bytes: (digest: string) => artifacts.get(digest) };
    const names = register();
    const { derived, difference, taken } = await replayRun(recording, {
      catalogue: catalogueOf([...builtInSpecs], new Map()),
      checkDraft: draftCheck({ register: names, laws: [] }),
      registerDigest: names.digest,
      kinds: kindRegistry(),
      openScratch: (clock) => openMemoryStore({ clock }),
    });
    if (difference) {
      const at = [difference.event, difference.role, difference.path].filter((part) => part !== "").join(", ");
      throw new Broken(`event ${difference.seq} (${at}) comes out otherwise: ${difference.what}`);
    }
    const last = taken.find(({ seq }) => seq === events.length);
    must(
      !last,
      `its end was ${last?.why}, and this program has rules ${rulesVersion}: verify it with the version that made it`,
    );
    // What no rule decided is a gap in the record; only where a fork begins has one by its nature.
    const missing = taken.find(({ event, otherRules, seq }) => !otherRules && !(seq === 1 && event === "runCreated"));
    must(!missing, `event ${missing?.seq} (${missing?.event}) cannot be derived: ${missing?.why}`);
    const older = taken.length > 0 ? `; ${taken.length} were decided by older rules and are taken as recorded` : "";
    return `by rules ${rulesVersion}, ${derived} events come out again byte for byte${older}${makerIn(events, artifacts)}`;
  };
