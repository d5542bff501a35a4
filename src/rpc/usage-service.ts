import { create, toBinary } from "@bufbuild/protobuf";
import type { ContextValues, ServiceImpl } from "@connectrpc/connect";
import { Right } from "../../gen/pincite/access/v1/right_pb.ts";
import type { QuotaStanding } from "../../gen/pincite/usage/v1/quota_pb.ts";
import { UsageSchema } from "../../gen/pincite/usage/v1/usage_pb.ts";
import {
  ListUsageRequest_By as ByNumber,
  GetUsageResponseSchema,
  ListUsageRequestSchema,
  ListUsageResponseSchema,
  type UsageService,
} from "../../gen/pincite/usage/v1/usage_service_pb.ts";
import { rowsThatFit } from "../engine/run/page-bytes.ts";
import type { Whose } from "../usage/day-sums.ts";
import type { Asked, By, UsageRow, UsageSums } from "../usage/usage.ts";
import { type Person, principalOf } from "../wire/principal.ts";
import type { Paging } from "./paging.ts";

const byOf: Readonly<Record<ByNumber, By>> = {
  [ByNumber.UNSPECIFIED]: "person",
  [ByNumber.PERSON]: "person",
  [ByNumber.RUN]: "run",
  [ByNumber.MONTH]: "month",
};

/** The bounds about a person, or where there is none all of them and those of whoever is asked for; none of another month than the one that is now. */
type Standings = (
  of: Person | undefined,
  also: { readonly subject: string; readonly issuer: string; readonly month: string },
) => Promise<QuotaStanding[]>;

/** UsageService: what was used, and what it costs. */
export const usageService = (
  sums: UsageSums,
  paging: Paging,
  standings?: Standings,
): ServiceImpl<typeof UsageService> => ({
  async getUsage({ runId, filter, prices }, { values }) {
    const asked = { runId, filter, prices, onlyOf: onlyOf(values) };
    const usage = await sums.sum(asked);
    const { knowsPapers } = sums;
    const { subject = "", issuer = "", month = "" } = filter ?? {};
    const { person } = principalOf(values);
    const quotas = runId === "" ? await standings?.(asked.onlyOf && person, { subject, issuer, month }) : [];
    const told = {
      ...(quotas ? { quotas } : {}),
      usage,
      ofEverybody: !asked.onlyOf,
      hasPrices: sums.hasPrices(asked),
      papersUnknown: !knowsPapers,
    };
    return create(GetUsageResponseSchema, told);
  },

  async listUsage(request, { values }) {
    const { runId, filter, prices, by } = request;
    const asked: Asked = { runId, filter, prices, onlyOf: onlyOf(values) };
    const { rows, nextPageToken } = await paging.page(ListUsageRequestSchema, request, async (after, limit) => {
      const all = await sums.rows(asked, byOf[by] ?? "person");
      const behind = after === undefined ? all : all.filter(({ key }) => key > after);
      const page = behind.slice(0, Math.min(limit, rowsThatFit(behind.slice(0, limit).map(sizeOf))));
      return {
        rows: page.map(({ usage }) => usage),
        next: behind.length > page.length ? page.at(-1)?.key : undefined,
      };
    });
    return create(ListUsageResponseSchema, { usages: rows, nextPageToken });
  },
});

const sizeOf = ({ usage }: UsageRow): number => toBinary(UsageSchema, usage).length;

/** Who reads nothing but what they used themselves; undefined: the account, or whoever looks after the installation. */
const onlyOf = (values: ContextValues): Whose | undefined => {
  const { person } = principalOf(values);
  return person?.rights.has(Right.OPERATE) ? undefined : person;
};
