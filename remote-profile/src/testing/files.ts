/** First bytes of files, by kind. */
export const contents = {
  jpeg: bytes('\xff\xd8\xff\xe0\0\x10JFIF\0'),
  png: bytes('\x89PNG\r\n\x1a\n\0\0\0\rIHDR'),
  heic: bytes('\0\0\0\x18ftypheic\0\0\0\0mif1heic'),
  heif: bytes('\0\0\0\x18ftypmif1\0\0\0\0mif1heic'),
  avif: bytes('\0\0\0\x1cftypavif\0\0\0\0avifmif1miaf'),
  avifByBrand: bytes('\0\0\0\x1cftypmif1\0\0\0\0mif1avifmiaf'),
  webp: bytes('RIFF\x24\0\0\0WEBPVP8 '),
  video: bytes('\0\0\0\x14ftypqt  \0\0\0\0qt  '),
  pdf: bytes('%PDF-1.7\n'),
  empty: bytes(''),
  unknown: bytes('no picture'),
};

function bytes(text: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(text, (character) => character.charCodeAt(0));
}

/** A file that can be read until `go` is called. */
export function fileThatGoes(name: string) {
  const file = new File([contents.jpeg], name, { type: 'image/jpeg' });
  const gone = () => Promise.reject(new DOMException('It was changed.', 'NotReadableError'));
  const go = () => Object.assign(file, { slice: () => ({ arrayBuffer: gone }) });
  return { file, go };
}

/** A JPEG whose bytes can be read only once `finishReading` is called. */
export function slowFile(name: string): { file: File; finishReading: () => void } {
  const file = new File([contents.jpeg], name, { type: 'image/jpeg' });
  let finishReading = () => {};
  const finished = new Promise<void>((resolve) => {
    finishReading = resolve;
  });
  const slice = file.slice.bind(file);
  file.slice = (...range) => {
    const part = slice(...range);
    const read = part.arrayBuffer.bind(part);
    part.arrayBuffer = () => finished.then(read);
    return part;
  };
  return { file, finishReading };
}

/** A file of that many bytes. Its type is given; browsers would guess it from the name. */
export function fileOf(name: string, size: number, type = 'image/jpeg'): File {
  return new File([new Uint8Array(size)], name, { type });
}
