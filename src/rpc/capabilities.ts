import { create } from "@bufbuild/protobuf";
import type { WorkflowProfile } from "../../gen/pincite/memo/v1/workflow_profile_pb.ts";
import {
  type GetCapabilitiesResponse,
  GetCapabilitiesResponseSchema,
} from "../../gen/pincite/orchestrator/v1/orchestrator_service_pb.ts";
import { runCallsDefault, userCallsMax } from "../engine/tool/rate-limits.ts";
import { machineVersion } from "../run/machine.ts";
import { limits } from "../wire/limits.ts";

/** What this server is made of, as far as clients may know. */
export interface ServerFacts {
  readonly serverVersion: string;
  readonly profiles: readonly WorkflowProfile[];
  readonly providers: readonly string[];
  readonly user: string;
  /** Who reads drafts a second time; absent: nobody. */
  readonly judge?: { readonly model: string; readonly isLocal: boolean };
  /** Who orders passages; absent: nobody. */
  readonly ranker?: { readonly model: string; readonly isLocal: boolean };
  readonly storeLimits: {
    readonly eventBytesMax: number;
    readonly blobBytesMax: number;
    readonly streamEventsMax: number;
  };
  /** What was found in the stores of this server behind its back; absent where nothing is on disk. */
  readonly scrubs?: () => readonly {
    readonly store: string;
    readonly checkedAtMs: number | undefined;
    readonly damages: number;
  }[];
}

/** The answer of GetCapabilities: the limits that are set, not those somebody wrote down. */
export const capabilities = (facts: ServerFacts): GetCapabilitiesResponse =>
  create(GetCapabilitiesResponseSchema, {
    serverVersion: facts.serverVersion,
    machineVersion,
    profiles: [...facts.profiles],
    providers: [...facts.providers],
    assertedUser: facts.user,
    ...(facts.judge ? { secondReader: { model: facts.judge.model, local: facts.judge.isLocal } } : {}),
    ...(facts.ranker ? { candidateRanker: { model: facts.ranker.model, local: facts.ranker.isLocal } } : {}),
    stores: (facts.scrubs?.() ?? []).map(({ store, checkedAtMs, damages }) => ({
      store,
      checkedAtIso: checkedAtMs === undefined ? "" : new Date(checkedAtMs).toISOString(),
      damageCount: damages,
    })),
    limits: {
      eventBytesMax: facts.storeLimits.eventBytesMax,
      artifactBytesMax: facts.storeLimits.blobBytesMax,
      runEventsMax: facts.storeLimits.streamEventsMax,
      messageBytesMax: limits.messageBytesMax,
      connectionStreamsMax: limits.streamsMax,
      unaryDeadlineMs: limits.unaryDeadlineMs,
      longDeadlineMs: limits.longDeadlineMs,
      runToolCallsPerMinute: runCallsDefault,
      userToolCallsPerMinute: userCallsMax,
    },
  });
