/** How a server is started, as far as a command line decides it. The composition root knows the rest. */
export interface StartOptions {
  /** Folder of the store; undefined: everything stays in memory and is gone when the server stops. */
  readonly dataDir: string | undefined;
  /** 0 asks the system for a free port. */
  readonly port: number;
  /** Principal of callers while no authentication exists; absent: the configured one. */
  readonly user?: string;
  /** Lets the JSON codec in, for debugging with plain curl. Default false. */
  readonly allowJson?: boolean;
  /** Default "info". */
  readonly log?: "silent" | "info";
}

/** A server that takes connections. */
export interface RunningPincite {
  readonly url: string;
  readonly port: number;
  /** Drains and closes the store; resolves once both are done. */
  stop(): Promise<void>;
}

/** Starts a whole server in this process. Handed in, so that the command line knows no implementation. */
export type StartPincite = (options: StartOptions) => Promise<RunningPincite>;

/** Where a command writes. Node's streams fit. */
export interface Output {
  write(content: string | Uint8Array): unknown;
}

/** What the command line needs of the world. Everything but `start` has the process's own as its default. */
export interface CliDeps {
  readonly start: StartPincite;
  readonly stdout?: Output;
  readonly stderr?: Output;
  readonly env?: Readonly<Record<string, string | undefined>>;
  /** Paths given on the command line are relative to it. */
  readonly cwd?: string;
  /** Ends `serve` and `run watch`; default: SIGINT and SIGTERM. */
  readonly stop?: AbortSignal;
}
