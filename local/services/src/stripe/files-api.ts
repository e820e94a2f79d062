import { newId } from './new-id.ts';
import { invalid, StripeError } from './stripe-error.ts';
import type { StripeFile, StripeState } from './stripe-state.ts';

/** `POST /v1/files`. It does not store the document: nobody checks identities here. */
export function createFile(state: StripeState, form: FormData): StripeFile {
  const purpose = form.get('purpose');
  const file = form.get('file');
  if (purpose !== 'identity_document') {
    throw invalid('purpose', 'The stand-in takes identity documents only.');
  }
  if (!(file instanceof File) || file.size === 0) throw invalid('file', 'Missing required param.');
  const type = { 'image/jpeg': 'jpg', 'image/png': 'png' }[file.type];
  if (!type) throw invalid('file', 'The stand-in takes JPEG and PNG only.');
  const uploaded = { id: newId('file'), size: file.size, type, url: null };
  state.content.files[uploaded.id] = uploaded;
  return uploaded;
}

/** `GET /v1/files/:id` */
export function findFile(state: StripeState, id: string): StripeFile {
  const file = state.content.files[id];
  if (file) return file;
  throw new StripeError(404, `No such file upload: '${id}'`, {
    code: 'resource_missing',
    param: 'id',
  });
}
