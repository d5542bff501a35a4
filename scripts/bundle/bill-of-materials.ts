import { readFileSync } from "node:fs";
import { join } from "node:path";

/** A package as package-lock.json has it. */
interface Locked {
  readonly version: string;
  readonly integrity?: string;
  readonly license?: string;
  readonly optional?: boolean;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
}

/**
 * The bill of materials of the package, in CycloneDX 1.6: what stands inside it, and what is installed beside it, each with the version,
 * licence and digest of the lock file. `bundled`: folders of the packages whose code stands inside, from the project's root.
 */
export const billOfMaterials = (root: string, bundled: Iterable<string>): string => {
  const read = (file: string) => JSON.parse(readFileSync(join(root, file), "utf8"));
  const { name, version, license, dependencies, optionalDependencies } = read("package.json");
  const locked: Readonly<Record<string, Locked>> = read("package-lock.json").packages;
  const inside = new Set(bundled);
  const beside = installed(locked, Object.keys({ ...dependencies, ...optionalDependencies }));
  const components = [...new Set([...inside, ...beside])].toSorted().map((folder) => {
    const found = locked[folder];
    if (!found) throw new Error(`${folder} stands in the package and not in package-lock.json`);
    return component(folder, found, inside.has(folder) ? "inside" : "beside");
  });
  const about = { type: "application", name, version, licenses: [{ license: { id: license } }] };
  const bill = { bomFormat: "CycloneDX", specVersion: "1.6", version: 1, metadata: { component: about }, components };
  return `${JSON.stringify(bill, null, 1)}\n`;
};

/** The folders that an installation has: a package is looked for beside whoever asks for it, and then above. */
const installed = (locked: Readonly<Record<string, Locked>>, names: readonly string[]): ReadonlySet<string> => {
  const found = new Set<string>();
  const add = (name: string, from: string): void => {
    for (let at = from; ; at = at.includes("/node_modules/") ? at.slice(0, at.lastIndexOf("/node_modules/")) : "") {
      const folder = at === "" ? `node_modules/${name}` : `${at}/node_modules/${name}`;
      const { [folder]: one } = locked;
      if (one) {
        if (found.has(folder)) return;
        found.add(folder);
        for (const each of Object.keys({ ...one.dependencies, ...one.optionalDependencies })) add(each, folder);
        return;
      }
      if (at === "") return;
    }
  };
  for (const name of names) add(name, "");
  return found;
};

const component = (folder: string, { version, license, integrity, optional }: Locked, where: string) => {
  const name = folder.slice(folder.lastIndexOf("node_modules/") + "node_modules/".length);
  const [algorithm = "", digest = ""] = integrity?.split("-") ?? [];
  const alg = { sha512: "SHA-512", sha1: "SHA-1", sha256: "SHA-256" }[algorithm];
  return {
    type: "library",
    "bom-ref": `${folder}@${version}`,
    name,
    version,
    purl: `pkg:npm/${name.replace("@", "%40")}@${version}`,
    licenses: [licenseOf(license)],
    ...(alg ? { hashes: [{ alg, content: Buffer.from(digest, "base64").toString("hex") }] } : {}),
    scope: optional ? "optional" : "required",
    properties: [{ name: "pincite:where", value: where }],
  };
};

/** A package that names none has its text in LICENSES.txt. */
const licenseOf = (license: string | undefined) => {
  if (license === undefined) return { license: { name: "see LICENSES.txt" } };
  return / (OR|AND) /.test(license) ? { expression: license } : { license: { id: license } };
};
