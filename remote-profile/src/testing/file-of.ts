/** A file of that many bytes. Its type is given; browsers would guess it from the name. */
export function fileOf(name: string, size: number, type = 'image/jpeg'): File {
  return new File([new Uint8Array(size)], name, { type });
}
