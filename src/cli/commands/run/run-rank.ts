import { fromBinary } from "@bufbuild/protobuf";
import type { Command } from "commander";
import type { ArtifactRef } from "../../../../gen/pincite/artifact/v1/artifact_ref_pb.ts";
import { type CandidateRanking, CandidateRankingSchema } from "../../../../gen/pincite/memo/v1/candidate_ranking_pb.ts";
import { fetchAll } from "../../../client/artifact-store.ts";
import type { Connection } from "../../../client/connection.ts";
import { contextOf, readRun } from "../../../client/run-view.ts";
import { itemIdTyped } from "../../../messages/speech.ts";
import { rankingLines } from "../../print/ranking.ts";
import { nextLines } from "../../print/show-run.ts";
import type { Shell } from "../../shell.ts";
import { withExample } from "../example.ts";

/** `run rank`: a model orders the passages that may serve slots. */
export const addRankCommand = (run: Command, shell: Shell): void => {
  const rank = run
    .command("rank")
    .argument("<run>")
    .argument("[slots...]", "the slots, such as slot:3; without any, all that wait for a choice")
    .description(
      "Have a model order the passages that may serve slots, with a reason for each. It binds nothing: you choose.",
    );
  withExample(rank, "pincite run rank latest", "pincite run rank latest slot:3");
  rank.action((named: string, slots: readonly string[], _options: unknown, command: Command) =>
    shell.connected(command, async (connection) => {
      const { runId, version } = await readRun(connection, named);
      const slotIds = slots.map((one) => itemIdTyped(one));
      const idempotencyKey = shell.newKey();
      const { orchestrator } = connection;
      const answer = await orchestrator.rankCandidates({ runId, idempotencyKey, expectedVersion: version, slotIds });
      const context = contextOf(answer.runContext);
      const ranking = await rankingOf(connection, answer.ranking);
      const speech = shell.speech(context);
      for (const line of [...rankingLines(ranking, speech), ...nextLines(context, speech)]) shell.say(line);
      const [first] = ranking?.slots ?? [];
      if (first) shell.note(`  pincite run candidates ${named} ${speech.itemTyped(first.slotId)}`);
    }),
  );
};

const rankingOf = async (
  connection: Connection,
  ref: ArtifactRef | undefined,
): Promise<CandidateRanking | undefined> => {
  const bytes = ref && (await fetchAll(connection, [ref])).get(ref.digest);
  return bytes && fromBinary(CandidateRankingSchema, bytes);
};
