import { clone, create } from "@bufbuild/protobuf";
import { type ForkOrigin, ForkOriginSchema } from "../../../gen/pincite/journal/v1/run_event_pb.ts";
import type { RunSnapshot } from "../../../gen/pincite/journal/v1/run_snapshot_pb.ts";
import { type WorkflowProfile, WorkflowProfileSchema } from "../../../gen/pincite/memo/v1/workflow_profile_pb.ts";
import type { CreateRunRequest, ForkOf } from "../../../gen/pincite/orchestrator/v1/orchestrator_service_pb.ts";
import { DomainError } from "../../error.ts";
import { worded } from "../../messages/said.ts";
import { versionOf } from "./run-store.ts";
import type { Runs } from "./runs.ts";

/** What a new run is made of, where it came from included. */
export interface Birth {
  readonly profile: WorkflowProfile;
  readonly title: string;
  readonly strandId: string;
  readonly locale: string;
  readonly referenceDate: string;
  readonly fork?: ForkOrigin;
}

/** They stand in one event of at most 256 KiB: each takes about a hundred bytes, and seven times that with its inputs. */
const confirmationsMax = 1_000;
const withInputsMax = 100;

/**
 * What CreateRun makes: of its own words, or of those of the run it is a fork of, whose very profile it then has.
 * Errors: PROFILE_UNKNOWN; for a fork RUN_NOT_FOUND and REQUEST_INVALID (a provider that is not there).
 */
export const birthOf = async (runs: Runs, request: CreateRunRequest): Promise<Birth> => {
  const { fork } = request;
  const today = runs.nowIso().slice(0, 10);
  if (!fork)
    return {
      profile: namedProfile(runs, request.profileId),
      title: request.title.trim(),
      strandId: request.strandId || "default",
      locale: request.locale || "nl",
      referenceDate: request.referenceDate || today,
    };
  const { snapshot, head } = await runs.load(fork.runId);
  const profile =
    request.profileId === "" ? await runs.profileOf({ snapshot, head }) : namedProfile(runs, request.profileId);
  return {
    profile: withProvider(runs, profile, fork),
    title: request.title.trim() || titleOfFork(await runs.titleOf({ snapshot }), fork),
    strandId: request.strandId || snapshot.strandId,
    locale: request.locale || snapshot.locale,
    referenceDate: request.referenceDate || snapshot.referenceDate,
    fork: create(ForkOriginSchema, {
      runId: fork.runId,
      version: versionOf(head),
      change: fork.change,
      confirmations: carried(snapshot, profile),
    }),
  };
};

/** The profile of that name; where none is named, the first of the server. */
const namedProfile = (runs: Runs, profileId: string): WorkflowProfile => {
  const { profiles } = runs.parts;
  const profile = profileId === "" ? profiles[0] : profiles.find((one) => one.profileId === profileId);
  if (profile) return profile;
  throw new DomainError(
    "PROFILE_UNKNOWN",
    worded("error.there-is-no-workflow-profile-getcapabilities", {
      profileId,
      known: profiles.map((one) => one.profileId).join(", "),
    }),
    { profile_id: profileId },
  );
};

const withProvider = (runs: Runs, profile: WorkflowProfile, { provider, modelId }: ForkOf): WorkflowProfile => {
  if (provider === "") return profile;
  if (!runs.parts.providers.has(provider))
    throw new DomainError("REQUEST_INVALID", worded("error.fork-provider-this-server-has-no-model", { provider }), {
      field: "fork.provider",
    });
  const changed = clone(WorkflowProfileSchema, profile);
  return Object.assign(changed, { provider, modelId });
};

/** At most 200 characters, as any title. */
const titleOfFork = (title: string, { runId, change }: ForkOf): string =>
  [...`${title || runId} (fork of ${runId}: ${change})`].slice(0, 200).join("");

/** Who confirmed is carried along where the fork tells persons apart. */
const carried = ({ confirmations }: RunSnapshot, { fourEyes }: WorkflowProfile) => {
  const newest = confirmations.slice(-confirmationsMax);
  return newest.map(({ kind, fingerprint, itemId, inputs, confirmedBy }, at) => ({
    kind,
    fingerprint,
    itemId,
    inputs: newest.length - at <= withInputsMax ? inputs : [],
    ...(fourEyes && confirmedBy ? { confirmedBy } : {}),
  }));
};
