/** A file of that many bytes; browsers would guess the type from the name, here it is said. */
export function fileOf(name: string, size: number, type = 'image/jpeg'): File {
  return new File([new Uint8Array(size)], name, { type });
}
