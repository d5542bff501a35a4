import type { DescMessage, MessageShape } from "@bufbuild/protobuf";
import type { Client } from "@connectrpc/connect";
import type { ArtifactRef } from "../../gen/pincite/artifact/v1/artifact_ref_pb.ts";
import type { ArtifactService } from "../../gen/pincite/artifact/v1/artifact_service_pb.ts";
import { Principal_Kind } from "../../gen/pincite/audit/v1/audit_meta_pb.ts";
import { type DraftText, type DraftTextProposal, DraftTextSchema } from "../../gen/pincite/memo/v1/draft_text_pb.ts";
import { type MessageSkeleton, MessageSkeletonSchema } from "../../gen/pincite/memo/v1/skeleton_pb.ts";
import type { RunView } from "../show/run-view.ts";
import { keptSentences } from "./kept-sentences.ts";

/** Where the letters of a run are read. */
export interface Letters {
  readonly artifacts: Pick<Client<typeof ArtifactService>, "listArtifacts">;
  /** These, decoded; each was held against its digest. */
  read<Desc extends DescMessage>(schema: Desc, refs: readonly ArtifactRef[]): Promise<MessageShape<Desc>[]>;
}

/** The most that one list holds: no run has as many letters. */
const lettersListed = 1_000;

/** So many of the newest letters of a run are looked through for what its author wrote. */
const lettersMost = 50;

/**
 * The letter that a guide wrote anew, with the sentences in the author's own words that the one before it had. The run keeps each letter that was put
 * forward, so that it is read from there, whoever asks and after whatever came between. A claim that says something else by now is written
 * anew. Undefined: nothing of it is hers. Errors: those of `papers`.
 */
export const keptLetter = async (papers: Letters, now: RunView): Promise<DraftTextProposal | undefined> => {
  if (now.draft === undefined) return undefined;
  const letters = await lettersOf(papers, now.context.runId);
  const former = letters.at(-2);
  if (former === undefined) return undefined;
  const written = new Set(letters.filter(isGuides).flatMap(textsIn));
  const sentences = former.sections.flatMap((section) => section.sentences);
  const own = new Set(sentences.flatMap(({ claimId, text }) => (written.has(text) ? [] : [claimId])));
  const outdated = await outdatedIn(papers, { letters, former, skeleton: now.skeleton });
  const anew = sentences.flatMap(({ claimId }) => (own.has(claimId) && !outdated.has(claimId) ? [] : [claimId]));
  return keptSentences({ draft: former }, now, new Set(anew));
};

const isGuides = ({ meta }: DraftText): boolean => meta?.createdBy?.kind === Principal_Kind.MODEL;

const textsIn = ({ sections }: DraftText): string[] =>
  sections.flatMap(({ sentences }) => sentences.map(({ text }) => text));

/** The newest letters of a run, oldest first. */
const lettersOf = async (papers: Letters, runId: string): Promise<DraftText[]> => {
  const kind = DraftTextSchema.typeName;
  const { artifacts } = await papers.artifacts.listArtifacts({ runId, kind, pageSize: lettersListed });
  const refs = artifacts.flatMap(({ ref }) => ref ?? []);
  return papers.read(DraftTextSchema, refs.slice(-lettersMost));
};

/** The claims whose words or kind changed since their sentences in the letter before were written. */
const outdatedIn = async (
  papers: Letters,
  {
    letters,
    former,
    skeleton,
  }: {
    readonly letters: readonly DraftText[];
    readonly former: DraftText;
    readonly skeleton: MessageSkeleton | undefined;
  },
): Promise<ReadonlySet<string>> => {
  const outline = outlineOf(letters.at(-1));
  const earlier = letters.findLast((letter) => outlineOf(letter)?.digest !== outline?.digest);
  const ref = outlineOf(earlier);
  if (!earlier || !ref) return new Set();
  const [outlined] = await papers.read(MessageSkeletonSchema, [ref]);
  const before = saidIn(outlined);
  const said = (letter: DraftText, claimId: string): string =>
    letter.sections
      .flatMap(({ sentences }) => sentences.flatMap((one) => (one.claimId === claimId ? [one.text] : [])))
      .join("\n");
  // What was written after the change is of the claim as it is.
  return new Set(
    [...saidIn(skeleton)].flatMap(([claimId, words]) =>
      before.get(claimId) !== words && said(earlier, claimId) === said(former, claimId) ? [claimId] : [],
    ),
  );
};

/** The outline that a letter was written by. */
const outlineOf = (letter: DraftText | undefined): ArtifactRef | undefined =>
  letter?.meta?.parents.find(({ kind }) => kind === MessageSkeletonSchema.typeName);

/** Each claim by its id: what it says, and as what. */
const saidIn = (skeleton: MessageSkeleton | undefined): ReadonlyMap<string, string> =>
  new Map(
    (skeleton?.sections ?? []).flatMap(({ claims }) =>
      claims.map(({ claimId, text, claimKind }) => [claimId, `${claimKind}\n${text}`] as const),
    ),
  );
