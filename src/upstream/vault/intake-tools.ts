import type { ToolRun } from "../../engine/run/ports.ts";
import { bundleOutcome, intakeOutcome } from "../outcome.ts";
import type { Tool } from "../reading.ts";
import type { IntakeScope, VaultIntake } from "./intake.ts";

/** The tools of the Vault that take documents in, and the one that looks before. Each acts in the run's strand alone. */
export const intakeTools = (vault: VaultIntake): ReadonlyMap<string, Tool> => {
  const importFile: Tool = (run, timeoutMs) => {
    const params = run.request.params?.params;
    if (params?.case !== "vaultImport") return undefined;
    const scope = `strand ${run.strandId}`;
    const outcome = async () =>
      intakeOutcome(await vault.importFile(params.value, scopeOf(run, timeoutMs)), scope, run.dryRun === true);
    return { scope, asked: "", outcome };
  };

  const inspect: Tool = (run, timeoutMs) => {
    const params = run.request.params?.params;
    if (params?.case !== "vaultBundleInspect") return undefined;
    const scope = "one bundle";
    const outcome = async () => {
      const { item, knownCount } = await vault.inspect(params.value.bundleId, scopeOf(run, timeoutMs));
      return bundleOutcome(item, knownCount);
    };
    return { scope, asked: "", outcome };
  };

  /** The request's own id is the key: whoever sends this request again, also after a crash, attaches once. */
  const attach: Tool = (run, timeoutMs) => {
    const params = run.request.params?.params;
    if (params?.case !== "vaultBundleAttach") return undefined;
    const scope = `strand ${run.strandId}`;
    const { bundleId } = params.value;
    const outcome = async () => {
      const taken = await vault.attach(bundleId, run.request.id, scopeOf(run, timeoutMs));
      return intakeOutcome(taken, scope, run.dryRun === true);
    };
    return { scope, asked: "", outcome };
  };

  return new Map([
    ["vault.import", importFile],
    ["vault.bundle.inspect", inspect],
    ["vault.bundle.attach", attach],
  ]);
};

const scopeOf = ({ strandId, signal, dryRun }: ToolRun, timeoutMs: number): IntakeScope => ({
  ...{ strandId, signal, timeoutMs },
  dryRun: dryRun === true,
});
