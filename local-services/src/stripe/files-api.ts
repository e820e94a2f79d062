import { newId } from './new-id.ts';
import { invalid, StripeError } from './stripe-error.ts';
import type { StripeState, UploadedFile } from './stripe-state.ts';

const maxBytes = 10 * 1024 * 1024;

/** `POST /v1/files`. The document is looked at and not kept: nobody here checks identities. */
export async function createFile(
  state: StripeState,
  form: FormData,
  now: number,
): Promise<UploadedFile> {
  const purpose = form.get('purpose');
  const file = form.get('file');
  if (purpose !== 'identity_document') {
    throw invalid('purpose', 'The stand-in takes identity documents only.');
  }
  if (!(file instanceof File) || file.size === 0) throw invalid('file', 'Missing required param.');
  if (file.size > maxBytes) throw invalid('file', 'The file is too large.');
  const type = typeOf(Buffer.from(await file.slice(0, 4).arrayBuffer()).toString('latin1'));
  if (!type) throw invalid('file', 'Identity documents are JPEG, PNG or PDF.');
  const uploaded = { id: newId('file'), created: now, purpose, size: file.size, type };
  state.content.files[uploaded.id] = uploaded;
  return uploaded;
}

/** `GET /v1/files/:id` */
export function findFile(state: StripeState, id: string): UploadedFile {
  const file = state.content.files[id];
  if (file) return file;
  throw new StripeError(404, `No such file upload: '${id}'`, {
    code: 'resource_missing',
    param: 'id',
  });
}

/** A file as the API shows it; there is no address at which it could be fetched. */
export function showFile(file: UploadedFile) {
  return { object: 'file', filename: null, title: null, url: null, ...file };
}

/** The type of a file by its first four bytes. */
function typeOf(start: string): string | undefined {
  if (start.startsWith('\xff\xd8\xff')) return 'jpg';
  return { '\x89PNG': 'png', '%PDF': 'pdf' }[start];
}
