import type { PackFileShipped } from "../lawbot/shipped-pack.ts";
import { packageRoot } from "../package-root.ts";

/** The pack in `law/` of the package; law/README.md says what stands in it. Its digest stands here, so that no other file passes for it. */
export const shippedLaw: PackFileShipped = {
  name: "basiswettenbestand.lawpack",
  at: new URL("law/basiswettenbestand.lawpack", packageRoot),
  sha256: "afaa8c959d0ccfceb269f51f9179dda57eb5f153beeb209b403025f40fea0365",
  sizeBytes: 809_352,
};
