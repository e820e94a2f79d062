/** `examine`, loaded with the first file; where it does not load, a file is taken as it is. */
export async function examineFile(file: File): Promise<{ file: File; hint?: string | undefined }> {
  const part = await import('./picture-file.ts').catch(() => undefined);
  return part ? part.examine(file) : { file };
}
