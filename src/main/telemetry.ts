import type { Interceptor } from "@connectrpc/connect";
import { ConnectError } from "@connectrpc/connect";
import type { Config } from "../config.ts";
import type { ToolExecutor, Traced } from "../engine/run/ports.ts";
import type { ModelProvider } from "../model/provider.ts";
import type { Store } from "../store/store.ts";
import { version } from "../version.ts";
import { toConnectError } from "../wire/error.ts";
import { codeName, type Log } from "../wire/log.ts";
import type { Closing } from "./stores.ts";

/** What of a server is traced where a collector was named; else each part as it is. */
export interface Tracing {
  readonly interceptors: readonly Interceptor[];
  store(name: string, store: Store): Store;
  tools(tools: ToolExecutor): ToolExecutor;
  model<T extends Pick<ModelProvider, "name" | "generate">>(provider: T): T;
  /** What the engine draws its own steps with; undefined: it draws none. */
  readonly traced: Traced | undefined;
  log(log: Log): Log;
}

const none: Tracing = {
  interceptors: [],
  store: (_, store) => store,
  tools: (tools) => tools,
  model: (provider) => provider,
  traced: undefined,
  log: (log) => log,
};

/** Opens what sends traces and metrics, where the settings name a collector; nothing of it is loaded where they do not. */
export const openTracing = async (
  { otlpUrl, otlpShare: share, replica }: Config,
  closing: Closing[],
  log: Log,
): Promise<Tracing> => {
  if (otlpUrl === undefined) return none;
  const { openTelemetry } = await import("../tracing/open-telemetry.ts");
  const codeOf = (error: unknown): string => codeName(ConnectError.from(toConnectError(error)).code);
  const telemetry = openTelemetry({ url: otlpUrl, version, replica, codeOf, share });
  closing.push(() => telemetry.close());
  log.info({}, "traces and metrics are sent to a collector");
  const { traces } = telemetry;
  return {
    interceptors: [traces.calls],
    store: (name, store) => {
      const commit = store.commit.bind(store);
      return Object.assign(store, {
        commit: (asked: Parameters<Store["commit"]>[0]) =>
          // What is looked after by a timer is drawn where it ends what another server left.
          !traces.isUnderWay && !asked.fence
            ? commit(asked)
            : traces.step(
                "commit",
                {
                  attributes: { "pincite.store": name, "pincite.events": asked.events?.length ?? 0 },
                  ...(asked.fence ? { lease: `${asked.owner}/${asked.fence.key}` } : {}),
                },
                () => commit(asked),
              ),
      });
    },
    tools: (tools) => ({
      tools: tools.tools,
      run: (run) =>
        traces.step(
          "tool",
          { attributes: { "pincite.tool": run.request.toolName } },
          () => tools.run(run),
          ({ status }) => ({ "pincite.status": status }),
        ),
    }),
    model: (provider) => {
      const generate = provider.generate.bind(provider);
      return Object.assign(provider, {
        generate: (...asked: Parameters<ModelProvider["generate"]>) =>
          traces.step(
            "model",
            { attributes: { "pincite.provider": provider.name } },
            () => generate(...asked),
            ({ inputTokens, outputTokens }) => ({
              "gen_ai.usage.input_tokens": inputTokens,
              "gen_ai.usage.output_tokens": outputTokens,
            }),
          ),
      });
    },
    traced: (work) => traces.step("decide", {}, work),
    log: (to) => ({
      info: (fields, message) => to.info(fields, message),
      warn: (fields, message) => to.warn(fields, message),
      error: (fields, message) => to.error(fields, message),
      ended: (call) => {
        to.ended?.(call);
        telemetry.ended(call);
      },
    }),
  };
};
