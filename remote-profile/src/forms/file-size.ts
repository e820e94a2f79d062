const kilobyte = 1024;
const megabyte = 1024 * kilobyte;

/** Rounded up, so that a file that is too large never looks as if it fits. */
export function fileSize(bytes: number): string {
  if (bytes < megabyte) return `${Math.ceil(bytes / kilobyte)} KB`;
  return `${(Math.ceil((bytes / megabyte) * 100) / 100).toFixed(2)} MB`;
}
