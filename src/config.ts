import { hostname, userInfo } from "node:os";
import { join, resolve } from "node:path";
import { serverUrl } from "#kit/url.ts";
import { DomainError } from "./error.ts";
import { type PlainId, worded } from "./messages/said.ts";

/** Settings of a server, validated and frozen; environment first, flags over it. */
export interface Config {
  /** Folder of all that is kept; undefined: in memory. */
  readonly dataDir: string | undefined;
  /** Address of the database that all is kept in, `postgres://…`, for several servers at once; undefined: the data folder. Keys stay in that. */
  readonly store: string | undefined;
  /** Port of /metrics, /healthz and /readyz; 0 asks the system for a free one; undefined: there is none. */
  readonly metricsPort: number | undefined;
  /** Where that port is. Default 127.0.0.1; it holds nothing of what is kept, so that it may be reached from elsewhere. */
  readonly metricsHost: string;
  /** Address of an OpenTelemetry collector that traces and metrics are sent to; undefined: nothing is sent anywhere. */
  readonly otlpUrl: string | undefined;
  /** Share of the calls in which nothing failed that it is sent, 0 to 1. Default 0.1; of those in which something failed it is sent all. */
  readonly otlpShare: number;
  /** What clients reach this server by, told where another server has what they ask for. Default: the machine's name. */
  readonly replica: string;
  readonly host: string;
  /** TCP port, 0 to 65535; 0 asks the system for a free one. Default 7611. */
  readonly port: number;
  /** Name in the record of whoever has the token. Default: the system's user name. */
  readonly user: string;
  /** File that says who else may call, and as what (pincite.access.v1.SignIn); undefined: nobody. */
  readonly signIn: string | undefined;
  /** File that says whose keys are whose, in the form of OpenSSH's allowed_signers; undefined: nobody's is known. */
  readonly signers: string | undefined;
  /** File that says what models cost and from which day (pincite.usage.v1.PriceList); undefined: no price is known. */
  readonly prices: string | undefined;
  readonly allowJson: boolean;
  /** Whether plain unary calls over HTTP/2 go by the short path (ADR 25). Default true. */
  readonly shortPath: boolean;
  readonly log: "silent" | "info" | "warn" | "error";
  /** Where Vault and LawBot are, when they are not in this process. */
  readonly vaultUrl: string | undefined;
  readonly lawbotUrl: string | undefined;
  /** What is sent to them as `authorization: Bearer`; undefined: this account's own token, and only on this machine. */
  readonly vaultToken: string | undefined;
  readonly lawbotToken: string | undefined;
  /** Whether law may be fetched from official services, on a person's command only. Default true. */
  readonly lawFetch: boolean;
  /** Whether what was planned may be erased; else a server tells what would go, and erases nothing. Default false. */
  readonly erasure: boolean;
  /** An http address on this machine in place of the official services, for tests and trials; undefined: those themselves. */
  readonly lawStandIn: string | undefined;
  /** Model for a variant of each built-in profile, `provider/id`, or an id alone beside an endpoint; undefined: no variants. */
  readonly model: string | undefined;
  /** Address of a server that speaks chat completions; undefined: none. */
  readonly endpoint: string | undefined;
  /** Folders of workflow profiles, user before project; a server in memory reads none unless told. */
  readonly profileLayers: readonly Layer[];
  /** Folders of tools, likewise. */
  readonly toolLayers: readonly Layer[];
}

/** A folder of files that add to what is built in. */
export interface Layer {
  readonly name: "user" | "project";
  readonly dir: string;
}

/** Article 7:611 BW, the good-employer rule. */
export const defaultPort = 7611;

type Environment = Readonly<Record<string, string | undefined>>;

/** Flags over environment over defaults. Errors: REQUEST_INVALID with what is wrong and how it is written. */
export const readConfig = (flags: Partial<Config>, env: Environment): Config => {
  const config: Config = {
    dataDir: flags.dataDir,
    // Said to be none is not unsaid.
    store: (flags.store ?? env.PINCITE_STORE) || undefined,
    metricsPort: flags.metricsPort ?? (env.PINCITE_METRICS_PORT ? Number(env.PINCITE_METRICS_PORT) : undefined),
    metricsHost: flags.metricsHost ?? (env.PINCITE_METRICS_HOST || "127.0.0.1"),
    otlpUrl: flags.otlpUrl ?? collector(env, "PINCITE_OTLP_URL"),
    otlpShare: flags.otlpShare ?? Number(env.PINCITE_OTLP_SHARE || 0.1),
    replica: flags.replica ?? (env.PINCITE_REPLICA || hostname()),
    host: flags.host ?? env.PINCITE_HOST ?? "127.0.0.1",
    port: flags.port ?? Number(env.PINCITE_PORT ?? defaultPort),
    user: flags.user ?? env.PINCITE_USER ?? systemUser(),
    signers: flags.signers ?? (env.PINCITE_SIGNERS || undefined),
    signIn: flags.signIn ?? (env.PINCITE_SIGN_IN || undefined),
    prices: flags.prices ?? (env.PINCITE_PRICES || undefined),
    allowJson: flags.allowJson ?? env.PINCITE_ALLOW_JSON === "1",
    shortPath: flags.shortPath ?? isOn(env, "PINCITE_SHORT_PATH"),
    log: flags.log ?? "info",
    vaultUrl: flags.vaultUrl ?? url(env, "PINCITE_VAULT_URL"),
    lawbotUrl: flags.lawbotUrl ?? url(env, "PINCITE_LAWBOT_URL"),
    vaultToken: flags.vaultToken ?? token(env, "PINCITE_VAULT_TOKEN"),
    lawbotToken: flags.lawbotToken ?? token(env, "PINCITE_LAWBOT_TOKEN"),
    lawFetch: flags.lawFetch ?? isOn(env, "PINCITE_LAW_FETCH"),
    erasure: flags.erasure ?? isOn(env, "PINCITE_ERASURE", "off"),
    lawStandIn: flags.lawStandIn ?? url(env, "PINCITE_LAW_STAND_IN"),
    model: flags.model ?? (env.PINCITE_MODEL || undefined),
    endpoint: flags.endpoint ?? (env.PINCITE_OPENAI_URL || undefined),
    profileLayers: flags.profileLayers ?? layers(flags.dataDir, "profiles", env.PINCITE_PROFILES),
    toolLayers: flags.toolLayers ?? layers(flags.dataDir, "tools", env.PINCITE_TOOLS),
  };
  if (!isPort(config.port)) throw invalid("port", "setting-problem.port");
  if (config.metricsPort !== undefined && !isPort(config.metricsPort))
    throw invalid("PINCITE_METRICS_PORT", "setting-problem.port");
  if (!(config.otlpShare >= 0 && config.otlpShare <= 1)) throw invalid("PINCITE_OTLP_SHARE", "setting-problem.share");
  if (!/^[\p{L}\p{N}._@-]{1,64}$/u.test(config.user)) throw invalid("user", "setting-problem.user");
  if (!/^[\x21-\x7e]{1,255}$/.test(config.replica)) throw invalid("PINCITE_REPLICA", "setting-problem.replica");
  if (config.store !== undefined) requireStoreAddress(config.store);
  if (config.store !== undefined && config.dataDir === undefined) throw invalid("store", "setting-problem.data-folder");
  return Object.freeze(config);
};

const isPort = (port: number): boolean => Number.isInteger(port) && port >= 0 && port <= 65535;

/** Whether a text is the address of a database rather than a folder. */
export const isStoreAddress = (text: string): boolean => /^postgres(ql)?:\/\/[^\s]+$/.test(text) && URL.canParse(text);

/** Refuses what is no such address. Errors: REQUEST_INVALID. */
export const requireStoreAddress = (text: string): void => {
  if (!isStoreAddress(text)) throw invalid("store", "setting-problem.database");
};

const url = (env: Environment, name: string): string | undefined => {
  const text = env[name];
  if (!text) return undefined;
  if (!serverUrl(text)) throw invalid(name, "setting-problem.server");
  return text;
};

/** A collector may be on another machine, and speak TLS there. */
const collector = (env: Environment, name: string): string | undefined => {
  const text = env[name];
  if (!text) return undefined;
  if (!/^https?:\/\/[^\s?#@]+$/.test(text) || !URL.canParse(text)) throw invalid(name, "setting-problem.collector");
  return text;
};

const token = (env: Environment, name: string): string | undefined => {
  const text = env[name];
  if (!text) return undefined;
  if (!/^[\x21-\x7e]{16,512}$/.test(text)) throw invalid(name, "setting-problem.token");
  return text;
};

const isOn = (env: Environment, name: string, unsaid: "on" | "off" = "on"): boolean => {
  const text = env[name] || unsaid;
  if (text !== "on" && text !== "off") throw invalid(name, "setting-problem.on-or-off");
  return text === "on";
};

const layers = (dataDir: string | undefined, folder: string, project: string | undefined): Layer[] => [
  ...(dataDir ? [{ name: "user" as const, dir: join(dataDir, folder) }] : []),
  ...(project ? [{ name: "project" as const, dir: resolve(project) }] : []),
];

const systemUser = (): string => {
  try {
    return userInfo().username || "user";
  } catch {
    return "user";
  }
};

const invalid = (field: string, id: PlainId): DomainError =>
  new DomainError("REQUEST_INVALID", worded("setting-problem.of", { setting: field, problem: worded(id) }), { field });
