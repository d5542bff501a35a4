import { type DescMessage, fromBinary, type MessageShape } from "@bufbuild/protobuf";
import type { ArtifactRef } from "../../../gen/pincite/artifact/v1/artifact_ref_pb.ts";
import { type WorkflowProfile, WorkflowProfileSchema } from "../../../gen/pincite/memo/v1/workflow_profile_pb.ts";
import { ItemKind, type RunContext } from "../../../gen/pincite/run/v1/run_context_pb.ts";
import legacy from "../../../profiles/legacy-2.txtpb?raw";
import { unnamedEvidence } from "../../client/unnamed-evidence.ts";
import { DomainError } from "../../error.ts";
import { isOlder, withLegacy } from "../../profile/complete.ts";
import { readTextFormat } from "../../profile/text-reader.ts";
import { type RunView, shownRefs, viewOf } from "../../show/run-view.ts";
import type { Clients } from "./clients.ts";

/** The profile of an older run with what its rules knew without it, as the server reads it too. */
const completed = (profile: WorkflowProfile): WorkflowProfile =>
  isOlder(profile) ? withLegacy(profile, readTextFormat(WorkflowProfileSchema, legacy).message) : profile;

type Artifacts = Clients["artifacts"];

/** Bytes by their digest: what was fetched once never changes. */
const fetched = new Map<string, Uint8Array>();

/**
 * A run with its current artifacts, decoded. An artifact under review takes the place of the one that it would replace. Errors:
 * DATA_LOSS where bytes do not match their digest.
 */
export const loadView = async (clients: Clients, context: RunContext): Promise<RunView> => {
  const { artifacts, orchestrator } = clients;
  const [unnamed] = await Promise.all([
    unnamedEvidence(orchestrator, context),
    fetchAll(artifacts, shownRefs(context)),
  ]);
  const view = viewOf(context, { bytesOf: (digest) => fetched.get(digest), unnamed, completed });
  const isBinding = context.items.some(({ kind }) => kind === ItemKind.BINDING);
  if (isBinding) return { ...view, pointed: await (await import("./pointed.ts")).pointedIn(view, clients) };
  const isQuoting = context.items.some(({ kind }) => kind === ItemKind.LEDGER_ENTRY);
  const against =
    isQuoting && (await (await import("../../client/against-papers.ts")).againstPapers(orchestrator, view));
  return against ? { ...view, against } : view;
};

/** Artifacts of one kind, decoded; each was held against its digest. */
export const readArtifacts = async <Desc extends DescMessage>(
  { artifacts }: Clients,
  schema: Desc,
  refs: readonly (ArtifactRef | undefined)[],
): Promise<MessageShape<Desc>[]> => {
  const fitting = refs.filter((ref) => ref !== undefined).filter(({ kind }) => kind === schema.typeName);
  await fetchAll(artifacts, fitting);
  return fitting.flatMap(({ digest }) => {
    const bytes = fetched.get(digest);
    return bytes === undefined ? [] : [fromBinary(schema, bytes)];
  });
};

/** Artifacts that hold text, in the order of the references; each was held against its digest. An absent one is empty. */
export const readTexts = async (
  { artifacts }: Clients,
  refs: readonly (ArtifactRef | undefined)[],
): Promise<string[]> => {
  await fetchAll(
    artifacts,
    refs.filter((ref) => ref !== undefined),
  );
  return refs.map((ref) => new TextDecoder().decode(fetched.get(ref?.digest ?? "")));
};

/** So many in one call. */
const batchMax = 50;

const fetchAll = async (artifacts: Artifacts, refs: readonly ArtifactRef[]): Promise<void> => {
  const digests = [...new Set(refs.map(({ digest }) => digest))].filter((digest) => !fetched.has(digest));
  for (let at = 0; at < digests.length; at += batchMax) await fetchBatch(artifacts, digests.slice(at, at + batchMax));
};

/** What does not fit in one message is fetched one by one, in pieces. */
const fetchBatch = async (artifacts: Artifacts, digests: string[]): Promise<void> => {
  try {
    const given = (await artifacts.batchGetArtifacts({ digests })).artifacts.filter(({ found }) => found);
    await Promise.all(given.map(({ digest, content }) => keep(digest, content)));
  } catch {
    for (const digest of digests) await keep(digest, await streamed(artifacts, digest));
  }
};

const streamed = async (artifacts: Artifacts, digest: string): Promise<Uint8Array> => {
  const pieces: Uint8Array[] = [];
  for await (const { content } of artifacts.streamArtifact({ digest })) pieces.push(content);
  return new Uint8Array(await new Blob(pieces as BlobPart[]).arrayBuffer());
};

/** The server is told on, not believed: bytes of another digest are not shown. */
const keep = async (digest: string, content: Uint8Array): Promise<void> => {
  const sum = [...new Uint8Array(await crypto.subtle.digest("SHA-256", content as BufferSource))];
  if (sum.map((byte) => byte.toString(16).padStart(2, "0")).join("") !== digest)
    throw new DomainError(
      "DATA_LOSS",
      `the server gave other bytes for ${digest}; do not use them, and check its store`,
    );
  fetched.set(digest, content);
};
