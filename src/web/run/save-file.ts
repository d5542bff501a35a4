/** Hands bytes to the browser's own saving of files. They leave the page by no address. */
export const saveFile = (name: string, bytes: Blob): void => {
  const address = URL.createObjectURL(bytes);
  const link = document.createElement("a");
  link.href = address;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
};
