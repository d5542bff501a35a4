import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { create, type DescMessage, type MessageInitShape, toBinary, toJsonString } from "@bufbuild/protobuf";
import { ConnectError, createClient, type Interceptor } from "@connectrpc/connect";
import { ArtifactService } from "../../../gen/pincite/artifact/v1/artifact_service_pb.ts";
import { CaseLawService } from "../../../gen/pincite/lawbot/v1/case_law_service_pb.ts";
import { LawImportService } from "../../../gen/pincite/lawbot/v1/law_import_service_pb.ts";
import { ModelTurnSchema } from "../../../gen/pincite/model/v1/model_turn_pb.ts";
import { ModelService } from "../../../gen/pincite/model/v1alpha1/model_service_pb.ts";
import { OrchestratorService } from "../../../gen/pincite/orchestrator/v1/orchestrator_service_pb.ts";
import { ToolService } from "../../../gen/pincite/tool/v1/tool_service_pb.ts";
import { startPincite } from "../../../src/main.ts";
import { smallLaw } from "../../lawbot/support/small-law.ts";
import { startOwnServer } from "../../support/own-server.ts";
import { ownTransport } from "../../support/own-transport.ts";
import { importLaw, type TestServer } from "./server.ts";

/** Two profiles that differ in one line, both driven by a model that says what it is told. */
const profileText = (profileId: string, caseLaw: boolean): string => `
profile_id: "${profileId}"
version: 1
title { locale: "nl" text: "Memo" }
title { locale: "en" text: "Memo" }
provider: "remote"
model_id: "stand-in"
case_law: ${caseLaw}
made_by: "Tester"
default_audience: "employer"
roles {
  role: PARTY_ROLE_AUTHOR
  nouns { locale: "nl" noun: "uzelf" also: "werknemer" typed: "ik" }
  nouns { locale: "en" noun: "yourself" also: "employee" typed: "me" }
}
roles {
  role: PARTY_ROLE_OPPONENT
  nouns { locale: "nl" noun: "werkgever" article: "de" called: "mijn werkgever" }
  nouns { locale: "en" noun: "employer" article: "the" called: "my employer" }
}
readers {
  name: "employer"
  label { locale: "nl" text: "werkgever" }
  label { locale: "en" text: "employer" }
  kind: READER_KIND_OPPONENT
  wrote_letter: true
}
sections {
  name: "frame"
  heading { locale: "nl" text: "Kader" }
  heading { locale: "en" text: "Frame" }
  claim_kinds: ["law", "own"]
}
claim_kinds {
  name: "law"
  act: CLAIM_ACT_CITES_LAW
  label { locale: "nl" text: "Recht" }
  label { locale: "en" text: "Law" }
  cues: ["recht", "law"]
  slots {
    name: "rule"
    kind: SLOT_KIND_QUOTE
    description { locale: "nl" text: "de regel" }
    description { locale: "en" text: "the rule" }
    required: true
    source: "law"
    cues: "ontslag"
  }
}
claim_kinds {
  name: "own"
  act: CLAIM_ACT_STATES_OWN_KNOWLEDGE
  label { locale: "nl" text: "Eigen verklaring" }
  label { locale: "en" text: "Own statement" }
  cues: ["ik"]
  slots {
    name: "statement"
    kind: SLOT_KIND_OWN_STATEMENT
    description { locale: "nl" text: "wat u weet" }
    description { locale: "en" text: "what you know" }
    required: true
    source: "none"
    cues: "ik"
  }
}
`;

/** What a stand-in model says in a step, without the nonce. */
export type Said = MessageInitShape<typeof ModelTurnSchema>["turn"];

/** The whole server as it is shipped, on disk, with rulings loaded and every byte that its answers hold kept. */
export interface CaseLawServer {
  readonly url: string;
  readonly clients: TestServer;
  readonly direct: ReturnType<typeof createClient<typeof CaseLawService>>;
  /** Every answer and error since the server started, as bytes of their messages. */
  readonly heard: Buffer[];
  /** A transport whose answers are not kept. */
  readonly quiet: ReturnType<typeof ownTransport>;
  readonly recording: ReturnType<typeof ownTransport>;
  say: (step: number) => Said;
  stop(): Promise<void>;
}

/** Keeps what comes back over a transport. */
const recorder =
  (heard: Buffer[]): Interceptor =>
  (next) =>
  async (request) => {
    const keep = (schema: DescMessage, message: unknown) => heard.push(Buffer.from(toBinary(schema, message as never)));
    try {
      const answer = await next(request);
      if (!answer.stream) {
        keep(answer.method.output, answer.message);
        return answer;
      }
      const { message, method } = answer;
      const kept = async function* () {
        for await (const one of message) {
          keep(method.output, one);
          yield one;
        }
      };
      return { ...answer, message: kept() };
    } catch (error) {
      const failed = ConnectError.from(error);
      const details = failed.details.map((one) => ("value" in one ? Buffer.from(one.value as Uint8Array) : ""));
      heard.push(Buffer.from(`${failed.rawMessage} ${details.map(String).join(" ")}`));
      throw error;
    }
  };

export const startCaseLawServer = async (rulings: readonly { readonly path: string; readonly bytes: Uint8Array }[]) => {
  const dataDir = mkdtempSync(join(tmpdir(), "pincite-cases-"));
  mkdirSync(join(dataDir, "profiles"));
  for (const [id, caseLaw] of [["closed-memo", false] as const, ["case-memo", true] as const])
    writeFileSync(join(dataDir, "profiles", `${id}.txtpb`), profileText(id, caseLaw));
  const state: { say: (step: number) => Said } = {
    say: () => ({ case: "final", value: { message: "Nothing to say." } }),
  };
  const model = await startOwnServer({
    longMethods: [],
    allowJson: false,
    routes: (router) => {
      router.service(ModelService, {
        generate: ({ request }) => {
          const turn = state.say(request?.step ?? 0) ?? { case: undefined };
          const message = create(ModelTurnSchema, { nonce: request?.nonce ?? "", turn });
          return { rawOutput: Buffer.from(toJsonString(ModelTurnSchema, message)), inputTokens: 1, outputTokens: 1 };
        },
      });
    },
  });
  const before = process.env.PINCITE_MODEL_URL;
  process.env.PINCITE_MODEL_URL = model.url;
  const server = await startPincite({ dataDir, port: 0, user: "tester", log: "silent" });
  if (before === undefined) delete process.env.PINCITE_MODEL_URL;
  else process.env.PINCITE_MODEL_URL = before;

  const heard: Buffer[] = [];
  const quiet = ownTransport(server.url);
  const recording = ownTransport(server.url, { interceptors: [recorder(heard)] });
  // One import takes statutes and rulings together, as `pincite law import` of a folder sends them.
  const lawImport = createClient(LawImportService, quiet);
  for (const file of [...smallLaw, ...rulings]) await importLaw({ lawImport }, file);
  const clients = {
    url: server.url,
    orchestrator: createClient(OrchestratorService, recording),
    tools: createClient(ToolService, recording),
    artifacts: createClient(ArtifactService, recording),
    lawImport,
  } as unknown as TestServer;
  const stop = async (): Promise<void> => {
    quiet.close();
    recording.close();
    await server.stop();
    await model.stop();
    rmSync(dataDir, { recursive: true, force: true });
  };
  const direct = createClient(CaseLawService, quiet);
  return Object.assign(state, { url: server.url, clients, direct, heard, quiet, recording, stop }) as CaseLawServer;
};
