import { create, type MessageInitShape } from "@bufbuild/protobuf";
import type { Command } from "commander";
import { Option } from "commander";
import { ErasureReason } from "../../../gen/pincite/audit/v1/erasure_reason_pb.ts";
import type { ErasureTargetSchema } from "../../../gen/pincite/erasure/v1/erasure_service_pb.ts";
import { type ErasurePlan, ErasurePlanSchema } from "../../../gen/pincite/erasure/v1/erasure_service_pb.ts";
import type { Connection } from "../../client/connection.ts";
import { wholeUid } from "../../client/doc-ids.ts";
import { runIdOf } from "../../client/run-view.ts";
import { DomainError } from "../../error.ts";
import { worded } from "../../messages/said.ts";
import { erasurePlanLines } from "../print/erasure-plan.ts";
import type { Shell } from "../shell.ts";
import { isElsewhere } from "./at-service.ts";
import { withExample } from "./example.ts";

/** `run erase`. */
export const addRunEraseCommand = (run: Command, shell: Shell): void => {
  const erase = run
    .command("erase")
    .argument("<run>")
    .description(
      "Erase a run for good: what was said, searched, quoted and drafted. Shows what goes and what stays, and asks.",
    );
  withOptions(erase);
  withExample(erase, "pincite run erase latest", "pincite run erase latest --reason asked-for");
  erase.action((named: string, options: EraseOptions, command: Command) =>
    shell.connected(command, async (connection) => {
      const runId = await runIdOf(connection, named);
      await erased(shell, options, atOrchestrator(connection, { target: { case: "runId", value: runId } }));
    }),
  );
};

/** `vault remove`. */
export const addVaultRemoveCommand = (vault: Command, shell: Shell): void => {
  const remove = vault
    .command("remove")
    .argument("<document>", "its id: vault:… or the first digits of it, as list and search print it")
    .option("--strand <id>", "part of the Vault it is in", "default")
    .option("--with-runs", "erase the runs too that hold something of it")
    .description(
      "Erase a document for good, with what is attached to it alone. Shows what goes and what stays, and asks.",
    );
  withOptions(remove);
  withExample(remove, "pincite vault remove vault:3f7a91c2 --strand my-case");
  remove.action((document: string, options: RemoveOptions, command: Command) =>
    shell.connected(command, async (connection) => {
      const { strand: strandId, withRuns = false } = options;
      const docUid = await uidOf(connection, strandId, document.replace(/^vault:/, ""));
      const target = { target: { case: "docUid" as const, value: docUid }, strandId, withRuns };
      await erased(
        shell,
        options,
        await atWhomever(connection, target, atVaultAlone(connection, { strandId, docUid })),
      );
    }),
  );
};

/** `law remove`. */
export const addLawRemoveCommand = (law: Command, shell: Shell): void => {
  const remove = law
    .command("remove")
    .argument("<text>", "a version of a statute as list prints it, BWBR0005290@2012-10-01, or the ECLI of a ruling")
    .option("--with-runs", "erase the runs too that hold something of it")
    .description("Erase the text of a statute or ruling for good. Shows what goes and what stays, and asks.");
  withOptions(remove);
  withExample(remove, "pincite law remove BWBR0005290@2012-10-01");
  remove.action((text: string, options: Omit<RemoveOptions, "strand">, command: Command) =>
    shell.connected(command, async (connection) => {
      const docUid = text.replace(/^(?:law|caselaw):/, "");
      const target = { target: { case: "lawDocUid" as const, value: docUid }, withRuns: options.withRuns ?? false };
      await erased(shell, options, await atWhomever(connection, target, atLawBotAlone(connection, docUid)));
    }),
  );
};

interface EraseOptions {
  readonly reason: keyof typeof reasons;
  readonly yes?: boolean;
  readonly plan?: string;
}

interface RemoveOptions extends EraseOptions {
  readonly strand: string;
  readonly withRuns?: boolean;
}

const reasons = {
  "asked-for": ErasureReason.ASKED_FOR,
  "term-over": ErasureReason.TERM_OVER,
  mistake: ErasureReason.MISTAKE,
  other: ErasureReason.OTHER,
} as const;

const withOptions = (command: Command): void => {
  command
    .addOption(
      new Option(
        "--reason <why>",
        "why, which is kept: whom it is about asked for it, its term is over, a mistake, other",
      )
        .choices(Object.keys(reasons))
        .default("other"),
    )
    .option("--yes", "do not ask; name with --plan what you have seen")
    .option("--plan <digest>", "the plan, as this command prints it: another one is refused");
};

/** Errors: as `wholeUid`; REQUEST_INVALID where nobody here can complete an id. */
const uidOf = ({ docs }: Connection, strandId: string, given: string): Promise<string> =>
  wholeUid(docs, strandId, given).catch((error: unknown) => {
    if (!isElsewhere(error)) throw error;
    throw new DomainError(
      "REQUEST_INVALID",
      worded("command.the-vault-is-another-server-so-give-the-whole"),
      {},
      { cause: error },
    );
  });

/** Where an erasure is asked for. */
interface Eraser {
  plan(): Promise<ErasurePlan>;
  commit(planDigest: string, reason: ErasureReason, idempotencyKey: string): Promise<{ readonly erasedAtIso: string }>;
}

const atOrchestrator = ({ erasure }: Connection, target: MessageInitShape<typeof ErasureTargetSchema>): Eraser => ({
  plan: async () => planned((await erasure.planErasure({ target })).plan),
  commit: (planDigest, reason, idempotencyKey) => erasure.commitErasure({ target, planDigest, reason, idempotencyKey }),
});

const atVaultAlone = ({ vaultErasure }: Connection, asked: { strandId: string; docUid: string }): Eraser => ({
  plan: async () => {
    const { plan: vault } = await vaultErasure.planErasure(asked);
    return planned(vault && create(ErasurePlanSchema, { vault, digest: vault.digest }));
  },
  commit: (planDigest, reason, idempotencyKey) =>
    vaultErasure.commitErasure({ ...asked, planDigest, reason, idempotencyKey }),
});

const atLawBotAlone = ({ lawErasure }: Connection, docUid: string): Eraser => ({
  plan: async () => {
    const { plan: law } = await lawErasure.planErasure({ docUid });
    return planned(law && create(ErasurePlanSchema, { law, digest: law.digest }));
  },
  commit: (planDigest, reason, idempotencyKey) =>
    lawErasure.commitErasure({ docUid, planDigest, reason, idempotencyKey }),
});

/** A Vault or LawBot that is a server of its own knows no runs, and erases without them. */
const atWhomever = async (
  connection: Connection,
  target: MessageInitShape<typeof ErasureTargetSchema>,
  alone: Eraser,
): Promise<Eraser> => {
  const orchestrator = atOrchestrator(connection, target);
  try {
    const plan = await orchestrator.plan();
    return { ...orchestrator, plan: () => Promise.resolve(plan) };
  } catch (error) {
    if (!isElsewhere(error)) throw error;
    return alone;
  }
};

const planned = (plan: ErasurePlan | undefined): ErasurePlan => {
  if (plan === undefined) throw new DomainError("INTERNAL", worded("command.the-server-answered-without-a-plan"));
  return plan;
};

/** Shows the plan, asks, and does what was shown and nothing else. */
const erased = async (
  shell: Shell,
  { reason, yes = false, plan: wanted }: EraseOptions,
  eraser: Eraser,
): Promise<void> => {
  const speech = shell.speech();
  const plan = await eraser.plan();
  for (const line of erasurePlanLines(plan, speech)) shell.say(line);
  shell.say(speech.phrase("erasure.plan", { planDigest: plan.digest }));
  if (yes && wanted === undefined)
    throw new DomainError("REQUEST_INVALID", worded("command.yes-erases-what-you-have-seen-name-it-with"));
  if (wanted !== undefined && wanted !== plan.digest)
    throw new DomainError("PLAN_CHANGED", worded("erasure-error.what-the-plan-says-is-no-longer-so-and"), {
      plan_digest: plan.digest,
    });
  if (!yes && !(await isAgreed(shell))) return shell.say(speech.phrase("erasure.nothing-was-erased"));
  const { erasedAtIso } = await eraser.commit(plan.digest, reasons[reason], shell.newKey());
  shell.say(speech.phrase("erasure.erased-on-utc", { erasedAtIso: erasedAtIso.slice(0, 16).replace("T", " ") }));
};

/** Only a person at a terminal can be asked. Errors: REQUEST_INVALID. */
const isAgreed = async (shell: Shell): Promise<boolean> => {
  const speech = shell.speech();
  const answer = await shell.ask(`${speech.phrase("erasure.erase-this-for-good")} ${speech.phrase("screen.y-n")} `);
  if (answer !== undefined) return /^(?:y|yes|j|ja)$/i.test(answer.trim());
  throw new DomainError("REQUEST_INVALID", worded("command.nobody-can-be-asked-here-run-it-at-a-terminal"));
};
