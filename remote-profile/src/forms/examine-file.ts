/** Loads `examine` with the first file. If that fails, the file is taken unchanged. */
export async function examineFile(file: File): Promise<{ file: File; hint?: string | undefined }> {
  const part = await import('./picture-file.ts').catch(() => undefined);
  return part ? part.examine(file) : { file };
}
