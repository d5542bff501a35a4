import { create } from "@bufbuild/protobuf";
import type { ServiceImpl } from "@connectrpc/connect";
import type { DocSummary } from "../../../gen/pincite/vault/v1/doc_pb.ts";
import {
  AttachBundleResponseSchema,
  BundleSchema,
  CreateBundleResponseSchema,
  InspectBundleResponseSchema,
  type VaultBundleService,
} from "../../../gen/pincite/vault/v1/vault_bundle_service_pb.ts";
import { attachBundle } from "../attach-bundle.ts";
import { defaultStrand, type Vault } from "../vault.ts";

export const bundleService = (vault: Vault): ServiceImpl<typeof VaultBundleService> => ({
  async createBundle(request) {
    const source = await vault.strand(request.sourceStrandId);
    const docUids = [...new Set(request.docUids)].sort();
    for (const docUid of docUids) source.record(docUid);
    const bundle = await vault.bundles.create(
      create(BundleSchema, {
        bundleUid: request.bundleUid,
        title: request.title || request.bundleUid,
        sourceStrandId: source.id,
        docUids,
        offeredStrandIds: [...new Set(request.offeredStrandIds)].sort(),
      }),
    );
    return create(CreateBundleResponseSchema, { bundle });
  },

  async inspectBundle({ strandId, bundleUid }) {
    const asking = await vault.strand(strandId || defaultStrand);
    const bundle = await vault.bundles.offeredTo(asking.id, bundleUid);
    const source = await vault.strand(bundle.sourceStrandId);
    return create(InspectBundleResponseSchema, {
      title: bundle.title,
      docUids: bundle.docUids,
      docs: bundle.docUids
        .map((docUid) => withoutContext(source.catalogue.summary(docUid)))
        .filter((doc) => doc !== undefined),
      knownCount: bundle.docUids.filter((docUid) => asking.catalogue.has(docUid)).length,
    });
  },

  async attachBundle(request) {
    const strand = await vault.strand(request.strandId || defaultStrand);
    const bundle = await vault.bundles.offeredTo(strand.id, request.bundleUid);
    const source = await vault.strand(bundle.sourceStrandId);
    return create(
      AttachBundleResponseSchema,
      await attachBundle(
        { store: vault.store, owner: vault.owner, nowIso: vault.nowIso() },
        strand,
        source,
        bundle,
        request,
      ),
    );
  },
});

/** Which thread it is in and what replaced it would tell of documents that were not offered, and when it came nobody was told. */
const withoutContext = (summary: DocSummary | undefined): DocSummary | undefined =>
  summary && { ...summary, threadUid: "", supersededByDocUid: "", sameMessageAsDocUid: "", importedAtIso: "" };
