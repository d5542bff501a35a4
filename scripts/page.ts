import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { brotliCompressSync } from "node:zlib";
import { bundledPackages } from "./bundle/bundled-packages.ts";
import { pageMessages } from "./bundle/page-messages.ts";
import { unruledDescriptors } from "./bundle/unruled-descriptors.ts";
import { projectRoot } from "./import-rules.ts";
import { buildVerifyPage } from "./verify-page.ts";

// `npm run page`, and by itself at `npm ci`: the web page, bundled from src/web into dist/page, where a server finds it. The
// names of its scripts and styles hold their digest. An installation without the development packages has no bundler: it is
// told so and goes on, since everything but the page works.

/** The pages, each with the address under which a server gives it. */
const pages = { run: "index.html", vault: "vault.html" };

/**
 * Bundles the page into a folder of its own, and gives the folders of packages that stand in it; none where there is no bundler.
 * Errors: what the bundler says of a source that it cannot build.
 */
export const buildPage = async (folder = join(projectRoot, "dist", "page")): Promise<string[]> => {
  const bundler = await import("vite").catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ERR_MODULE_NOT_FOUND") return undefined;
    throw error;
  });
  if (bundler === undefined) {
    console.log(
      "The web page was not built: its bundler is a development package. `npm ci` without --omit=dev builds it.",
    );
    return [];
  }
  const root = join(projectRoot, "src", "web");
  const built = await bundler.build({
    root,
    configFile: false,
    logLevel: "warn",
    publicDir: false,
    plugins: [unruledDescriptors, pageMessages],
    resolve: { alias: { "@bufbuild/protovalidate/gen/buf/validate/validate_pb.js": join(root, "no-validation.ts") } },
    // One import of React's JSX functions in each file, with nothing to write by hand.
    oxc: { jsx: { runtime: "automatic" } },
    build: {
      outDir: folder,
      emptyOutDir: true,
      target: "es2023",
      // Content rules of the page allow no inline data and no script but files of the server.
      assetsInlineLimit: 0,
      modulePreload: { polyfill: false },
      rolldownOptions: {
        // Libraries mark what a server may not run; there is no server side here.
        onwarn: (warning, warn) => warning.code === "MODULE_LEVEL_DIRECTIVE" || warn(warning),
        input: Object.fromEntries(Object.entries(pages).map(([name, file]) => [name, join(root, file)])),
      },
    },
  });
  const files = [built].flat().flatMap((one) => ("output" in one ? one.output : []));
  let bytes = 0;
  for (const file of files) {
    // Packed once, here, so that no request waits for it.
    const packed = brotliCompressSync(file.type === "chunk" ? file.code : file.source);
    writeFileSync(join(folder, `${file.fileName}.br`), packed);
    if (file.type === "chunk") bytes += packed.length;
  }
  console.log(`The web page is built: ${files.length} files, ${Math.ceil(bytes / 1024)} kB of script when compressed.`);
  return bundledPackages(projectRoot, files);
};

if (import.meta.main) {
  await buildPage();
  await buildVerifyPage();
}
