import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { constants, zstdCompressSync } from "node:zlib";
import { rulesVersion } from "../../../src/run/rules.ts";
import { finishBonus, finishWijkzorg } from "../../cli/support/letters.ts";
import { unpackedFile } from "../../support/unpacked-file.ts";
import { goldenProofs, proofsFolder } from "./proofs.ts";
import { areFixed } from "./released.ts";

// Makes the proofs of today's rules anew: `npx node test/golden/proofs/write.ts`. Those of rules that are fixed stay as they are.
if (areFixed(rulesVersion))
  throw new Error(
    `rules ${rulesVersion} are out in the world: raise rulesVersion in src/run/rules.ts, and write proofs of those beside these`,
  );
for (const [what, finish] of Object.entries({ letter: finishBonus, uwv: finishWijkzorg })) {
  const { layman } = await finish();
  await layman.type("export", "latest", "--format", "pincite", "-o", "memo.pincite");
  const proof = await unpackedFile(readFileSync(join(layman.folder, "memo.pincite")));
  await layman.stop();
  const params = { [constants.ZSTD_c_compressionLevel]: 19 };
  writeFileSync(join(proofsFolder, `rules-${rulesVersion}-${what}.pincite.zst`), zstdCompressSync(proof, { params }));
}
console.log(
  goldenProofs()
    .map(({ name, sha256 }) => `  "${name}": "${sha256}",`)
    .join("\n"),
);
process.exit(0);
