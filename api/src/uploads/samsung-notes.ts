/** Maximum size of a note, in bytes. A video, a sound or a depth map is far larger. */
const longestNote = 1024;

/** Maximum size of a note's value that is not text but a flag or a number, in bytes. */
const longestNumber = 16;

/** Text without markup. */
const plainText = /^[\0\t\n\r -;=-~]*$/;

/**
 * Returns the start of the notes that Samsung's cameras write after a JPEG, such as the time and the mode
 * of the camera; the end of the file if there are none, or anything but short notes. Each note repeats
 * its kind and has a name. A directory after the notes lists their positions, and has to account for every
 * byte. The format is described in ExifTool's Samsung.pm, "ProcessSamsung".
 */
export function startOfSamsungNotes(file: Buffer): number {
  const end = file.length - 8;
  if (end < 12 || file.toString('latin1', end + 4) !== 'SEFT') return file.length;
  const directory = end - file.readUInt32LE(end);
  const isDirectory =
    directory >= 0 && file.toString('latin1', directory, directory + 4) === 'SEFH';
  const count = (end - directory - 12) / 12;
  if (!isDirectory || file.readUInt32LE(directory + 8) !== count) return file.length;
  const notes = Array.from({ length: count }, (_, index) => {
    const entry = directory + 12 + index * 12;
    const start = directory - file.readUInt32LE(entry + 4);
    return { kind: file.readUInt32LE(entry), start, end: start + file.readUInt32LE(entry + 8) };
  }).toSorted((one, other) => one.start - other.start);
  let at = Math.max(0, notes[0]?.start ?? directory);
  const start = at;
  for (const note of notes) {
    if (note.start !== at || !isNote(file.subarray(note.start, note.end), note.kind)) {
      return file.length;
    }
    at = note.end;
  }
  return at === directory ? start : file.length;
}

function isNote(note: Buffer, kind: number): boolean {
  if (note.length < 8 || note.length > longestNote || note.readUInt32LE(0) !== kind) return false;
  const value = 8 + note.readUInt32LE(4);
  if (value > note.length || !plainText.test(note.toString('latin1', 8, value))) return false;
  return note.length - value <= longestNumber || plainText.test(note.toString('latin1', value));
}
