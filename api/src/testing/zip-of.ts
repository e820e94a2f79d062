import { crc32 } from 'node:zlib';

/**
 * Returns a ZIP archive of one file, not compressed.
 *
 * @param comment bytes at the end that belong to the archive
 */
export function zipOf(name: string, content: Buffer, comment: Buffer = Buffer.alloc(0)): Buffer {
  const shared = Buffer.alloc(26);
  shared.writeUInt16LE(20, 0);
  shared.writeUInt32LE(crc32(content), 10);
  shared.writeUInt32LE(content.length, 14);
  shared.writeUInt32LE(content.length, 18);
  shared.writeUInt16LE(name.length, 22);
  const local = Buffer.concat([Buffer.from('PK\x03\x04'), shared, Buffer.from(name), content]);
  const entry = Buffer.concat([
    Buffer.from('PK\x01\x02\x14\0'),
    shared,
    Buffer.alloc(14),
    Buffer.from(name),
  ]);
  const end = Buffer.alloc(22);
  end.write('PK\x05\x06');
  end.writeUInt16LE(1, 8);
  end.writeUInt16LE(1, 10);
  end.writeUInt32LE(entry.length, 12);
  end.writeUInt32LE(local.length, 16);
  end.writeUInt16LE(comment.length, 20);
  return Buffer.concat([local, entry, end, comment]);
}
