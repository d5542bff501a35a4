const nameCharsMax = 1_000;

/** Two names that a file system may take for one. */
export const sameName = (name: string): string => name.normalize("NFC").toLowerCase();

/** Why a file in an archive is not taken, by its name; `seen` are the names before it, as `sameName` gives them. */
export const whyRefused = (
  { name, isLink }: { readonly name: string; readonly isLink: boolean },
  seen: Pick<ReadonlySet<string>, "has">,
): string | undefined => {
  const folders = name.split("/");
  // biome-ignore lint/suspicious/noControlCharactersInRegex: finding control characters is what this is for
  if (/[\u0000-\u001f\u007f\\]/.test(name)) return "its name holds a backslash or control characters; rename it";
  if (name.startsWith("/") || /^[a-z]:/i.test(name)) return "its name is an absolute path; pack it with a relative one";
  if (folders.includes("..") || folders.includes("."))
    return "its name leads out of the archive; pack it with a plain relative path";
  if (folders.includes("") || name.length > nameCharsMax)
    return "its name is empty, too long or has empty folders; rename it";
  if (isLink) return "it is a link to another file; pack the file itself";
  if (seen.has(sameName(name))) return "another file in the archive has the same name; rename one of them";
  return undefined;
};
