import { fromBinary } from "@bufbuild/protobuf";
import { type WorkflowProfile, WorkflowProfileSchema } from "../../../gen/pincite/memo/v1/workflow_profile_pb.ts";
import type { NameRegister } from "../../citation/name-register.ts";
import type { DraftCheck } from "../../run/kernel.ts";
import { builtInCatalogue, type ToolCatalogue } from "../../tool/catalogue.ts";
import { Engine } from "../engine.ts";
import type { ReceiptParts } from "../run/receipt-mint.ts";
import {
  type Replayed,
  recordedDirectory,
  recordedProvider,
  recordedSide,
  recordedTools,
  recordedVocabulary,
  recordedWords,
} from "./recorded-ports.ts";
import { type RunRecording, userAt } from "./recording.ts";
import { Script } from "./script.ts";

/** An engine whose every port answers from the record, over the replay's journal: a server as it was started then. */
export const replayEngine = (
  replayed: Replayed,
  parts: {
    readonly checkDraft: DraftCheck;
    readonly registerDigest?: string;
    readonly register?: NameRegister;
    readonly catalogue?: ToolCatalogue;
  },
  receipts: ReceiptParts,
): Engine => {
  const { recording, journal } = replayed;
  const { catalogue = builtInCatalogue, checkDraft, registerDigest = "", register } = parts;
  // One that was killed may have asked for ids of a commit it did not live to make: the next one gets them again.
  const script = new Script(recording, () => journal.derived);
  const provider = recordedProvider(replayed);
  const side = recordedSide(replayed, provider);
  const allTools = catalogue.specs.map(({ name }) => name);
  return new Engine({
    store: journal.open(),
    owner: recording.owner,
    clock: script,
    ids: script,
    catalogue,
    checkDraft,
    receipts,
    registerDigest,
    ...(register ? { register } : {}),
    // Each command is given in the name of whoever gave it.
    get user() {
      return userAt(recording, journal.derived).name;
    },
    signedIn: () => {
      const { name: subject, issuer } = userAt(recording, journal.derived);
      return issuer === "" ? undefined : { subject, issuer };
    },
    randomBytes: script.randomBytes,
    tools: recordedTools(replayed, allTools),
    directory: recordedDirectory(replayed),
    vocabulary: recordedVocabulary(replayed),
    leavingWords: recordedWords(replayed),
    // A signature that was taken is taken again: whether it holds, a proof is asked, and whose key it was, the server was told.
    checkAct: () => undefined,
    // Whatever providers the run names, it is the record that answers.
    judge: side,
    ranker: side,
    providers: new Map(providersOf(recording).map((name) => [name, provider])),
    profiles: profilesOf(recording),
  });
};

const profilesOf = (recording: RunRecording): WorkflowProfile[] =>
  recording.events.slice(0, 1).flatMap(({ event }) =>
    event.artifacts.flatMap(({ ref }) => {
      const bytes = ref?.kind === WorkflowProfileSchema.typeName ? recording.bytes(ref.digest) : undefined;
      return bytes ? [fromBinary(WorkflowProfileSchema, bytes)] : [];
    }),
  );

const providersOf = (recording: RunRecording): string[] => {
  const first = recording.events[0]?.event.event;
  const model = first?.case === "runCreated" ? first.value.model : "";
  const guards = profilesOf(recording).map(({ guardProvider }) => guardProvider);
  return [model.split("/")[0] ?? "", ...guards].filter((name) => name !== "");
};
