import type { Transport } from "@connectrpc/connect";
import type { ToolRun } from "../engine/run/ports.ts";
import { DomainError } from "../error.ts";
import { worded } from "../messages/said.ts";
import type { OpenPort } from "../tool/define-tool.ts";
import type { DocumentsPort, IntakePort, LawPort, ToolPorts } from "../tool/ports.ts";
import type { CorpusReader } from "./lawbot/corpus-reader.ts";
import { createCaseReader } from "./lawbot/rulings.ts";
import { createLawReader } from "./lawbot/statutes.ts";
import { createVaultReader, type VaultReader } from "./vault/adapter.ts";
import type { CallBounds } from "./vault/client.ts";
import { createVaultIntake, type VaultIntake } from "./vault/intake.ts";

/** Transports to the two services; a service that is absent leaves its tools out. */
export interface Upstreams {
  readonly vault?: Transport;
  readonly lawbot?: Transport;
  /** Address of LawBot where it is on another machine; a run whose profile does not name it gets no answer from there. */
  readonly remoteLawbot?: string;
  /** Whether whoever a call is worked for may put something into a strand. Default: everybody may. */
  readonly mayFill?: ((strandId: string) => Promise<boolean>) | undefined;
}

/** The bounds of a port for one call. */
export interface PortScope extends CallBounds, Pick<ToolRun, "strandId" | "referenceDate"> {
  readonly dryRun: boolean;
}

/** Binds a port to a call; undefined: the server has not got the service. */
export type Binders = { readonly [Port in keyof ToolPorts]: ((scope: PortScope) => ToolPorts[Port]) | undefined };

/** Opens the ports of one call. The tools of a port that is not bound are refused before. */
export const openWith =
  (binders: Binders, scope: PortScope): OpenPort =>
  (port) => {
    const bind = binders[port];
    if (!bind) throw new Error(`this server has nothing to run ${port} on`);
    return bind(scope);
  };

/** Each port over its service: what no port binds does not compile. */
export const bindersOf = ({ vault, lawbot, mayFill }: Upstreams): Binders => ({
  documents: vault && documentsOf(createVaultReader(vault)),
  intake: vault && intakeOf(createVaultIntake(vault), mayFill),
  statutes: lawbot && lawOf(createLawReader(lawbot)),
  rulings: lawbot && lawOf(createCaseReader(lawbot)),
});

const documentsOf =
  (vault: VaultReader) =>
  ({ strandId, signal, timeoutMs }: PortScope): DocumentsPort => {
    const scope = { strandId, signal, timeoutMs };
    return {
      search: (params) => vault.search(params, scope),
      resolve: (evidenceIds, query) => vault.resolve(evidenceIds, query, scope),
      spans: (queries) => vault.spans(queries, scope),
    };
  };

/** A run that somebody may change may be on a strand that they may only read: what its tools put there is theirs to put, or refused. */
const intakeOf =
  (vault: VaultIntake, mayFill: Upstreams["mayFill"]) =>
  ({ strandId, signal, timeoutMs, dryRun }: PortScope): IntakePort => {
    const scope = { strandId, signal, timeoutMs, dryRun };
    const refuseOthers = async (): Promise<void> => {
      if (mayFill && !(await mayFill(strandId))) throw notToFill();
    };
    return {
      importFile: async (params) => {
        await refuseOthers();
        return vault.importFile(params, scope);
      },
      inspect: (bundleId) => vault.inspect(bundleId, scope),
      attach: async (bundleId, idempotencyKey) => {
        await refuseOthers();
        return vault.attach(bundleId, idempotencyKey, scope);
      },
    };
  };

const notToFill = (): DomainError =>
  new DomainError(
    "RIGHT_MISSING",
    worded("keeping-error.you-are-signed-in-and-may-not-call", { needed: "RIGHT_EDIT" }),
    {
      needed: "RIGHT_EDIT",
    },
  );

/** Statutes are read on the run's reference date unless a request names one. */
const lawOf =
  (reader: CorpusReader) =>
  ({ referenceDate, signal, timeoutMs }: PortScope): LawPort => {
    const scope = { referenceDate, signal, timeoutMs };
    return {
      search: (params) => reader.search(params, scope),
      resolve: (params) => reader.resolve(params, scope),
      spans: (queries) => reader.spans(queries, scope),
    };
  };
