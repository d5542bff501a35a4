import { type Client, createClient } from "@connectrpc/connect";
import { useQuery, useTransport } from "@connectrpc/connect-query";
import { useMemo, useState } from "react";
import { AccessService, type Ground } from "../../../gen/pincite/access/v1/access_service_pb.ts";
import { Relation_Kind as Kind } from "../../../gen/pincite/access/v1/relation_pb.ts";
import type { Principal } from "../../../gen/pincite/audit/v1/audit_meta_pb.ts";
import { OrchestratorService } from "../../../gen/pincite/orchestrator/v1/orchestrator_service_pb.ts";
import type { PlainId } from "../../messages/speech.ts";
import { fromConnectError } from "../../wire/error.ts";
import { type Trouble, troubleOf } from "../run/trouble-of.ts";
import { useWords, type Words } from "../words/use-words.ts";

export type AccessClient = Client<typeof AccessService>;

/** What may be done about who can read one run, and what came of it last. */
export interface AccessAct {
  readonly client: AccessClient;
  readonly isBusy: boolean;
  readonly told: string;
  readonly trouble: Trouble | undefined;
  /** Does something, then tells the sentence that it gives, or why it was not done. */
  act(deed: () => Promise<string>): Promise<boolean>;
}

/** One deed at a time; `onDone` reads again what it changed. */
export const useAccess = (onDone: () => unknown): AccessAct => {
  const transport = useTransport();
  const words = useWords();
  const client = useMemo(() => createClient(AccessService, transport), [transport]);
  const [isBusy, setIsBusy] = useState(false);
  const [told, setTold] = useState("");
  const [trouble, setTrouble] = useState<Trouble>();
  const act = async (deed: () => Promise<string>): Promise<boolean> => {
    setIsBusy(true);
    setTrouble(undefined);
    setTold("");
    try {
      setTold(await deed());
      return true;
    } catch (error) {
      setTrouble(accessTrouble(error, words));
      return false;
    } finally {
      await onDone();
      setIsBusy(false);
    }
  };
  return { client, isBusy, told, trouble, act };
};

/** What a person lacks who may not let others in. */
const lacking: Readonly<Record<string, PlainId>> = {
  owner: "access-page.only-an-owner-lets-in",
  account: "access-page.only-who-raised-the-wall",
};

/** Why something about who can read a run was not done. */
export const accessTrouble = (error: unknown, words: Words): Trouble => {
  const trouble = troubleOf(error, words);
  const phrase = trouble.reason === "RIGHT_MISSING" ? lacking[fromConnectError(error).facts.needed ?? ""] : undefined;
  return phrase ? { ...trouble, text: words.say(phrase) } : trouble;
};

/** Who makes the calls of this page. */
export const useCaller = (): Principal | undefined =>
  useQuery(OrchestratorService.method.getCapabilities, {}).data?.caller;

/** What somebody is by a role of the server's file, which reads everything or changes it too. */
const kindOfRole: Readonly<Record<string, Kind>> = { ROLE_EDITOR: Kind.EDITOR };

/** What a ground makes of somebody. */
export const kindOf = ({ why }: Ground): Kind => {
  if (why.case === "granted") return why.value.kind;
  return why.case === "madeIt" ? Kind.OWNER : (kindOfRole[why.value ?? ""] ?? Kind.READER);
};

/** Those first who may do the most, and last whom a wall keeps out. */
export const byKind = (grounds: readonly Ground[]): readonly Ground[] =>
  order.flatMap((kind) => grounds.filter((ground) => kindOf(ground) === kind));

const order = [Kind.OWNER, Kind.EDITOR, Kind.REVIEWER, Kind.READER, Kind.WALLED] as const;
