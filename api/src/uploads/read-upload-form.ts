import type { IncomingMessage } from 'node:http';
import type { Multipart, MultipartFile } from '@fastify/multipart';
import { maxUploadBytes, maxUploadFormBytes } from '@kargo/shared-types/forms/limits';
import type { FastifyRequest } from 'fastify';
import type { TObject } from 'typebox';
import { ApiError } from '../api-error.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** How long it took to read the uploaded form, in ms. */
    formMs?: number;
  }
}

/** At most one file. A file over the limit is cut off, which sets `file.truncated`. */
export const uploadLimits = {
  throwFileSizeLimit: false,
  limits: { fileSize: maxUploadBytes, files: 1, fields: 10, fieldSize: 4096, parts: 11 },
};

/** A file of a form; `isTooLarge` if it was cut off at the limit. */
export type UploadedFile = NonNullable<Awaited<ReturnType<typeof readFile>>>;

/**
 * Reads a multipart body with some text fields and at most one file, in any order. Each may be
 * missing; an empty file field counts as missing. Half a surrogate pair becomes U+FFFD.
 *
 * @param fields the schema with the text fields; their content is not checked
 * @param fileField name of the field with the file
 * @throws {ApiError} `unsupported_media_type`, `malformed_body`, `payload_too_large`, or
 * `validation_failed` when there is a field too many, or a text is too long.
 */
export async function readUploadForm(request: FastifyRequest, fields: TObject, fileField: string) {
  if (!request.isMultipart()) {
    throw new ApiError('unsupported_media_type', 'Send the form as multipart/form-data.');
  }
  requireBounded(request.raw);
  const began = performance.now();
  const texts: Record<string, string> = {};
  let file: UploadedFile | undefined;
  try {
    for await (const part of request.parts()) {
      if (part.type === 'file') {
        if (part.fieldname !== fileField) refuse(part);
        file = await readFile(part);
        // The rest of the form does not change the response.
        if (file?.isTooLarge) break;
      } else {
        const { fieldname, value, valueTruncated } = part;
        if (valueTruncated) throw new ApiError('validation_failed', 'A text is too long.');
        const isExpected = Object.hasOwn(fields.properties, fieldname);
        if (!isExpected || fieldname in texts || typeof value !== 'string') refuse(part);
        texts[fieldname] = value.toWellFormed();
      }
    }
  } catch (error) {
    throw inContract(error);
  } finally {
    request.formMs = performance.now() - began;
    // The parser would still parse parts beyond its limits; the rest only needs to be read.
    request.raw.unpipe();
  }
  return { texts, file };
}

/** Refuses a body whose content-length is too large; without one, aborts it at the limit. */
function requireBounded(body: IncomingMessage): void {
  if (Number(body.headers['content-length']) > maxUploadFormBytes) {
    throw new ApiError('payload_too_large', 'The form is too large.');
  }
  let size = 0;
  body.on('data', (chunk: Buffer) => {
    size += chunk.length;
    if (size > maxUploadFormBytes) body.destroy();
  });
}

/** The message is logged, and the sender's name for a field may be long. */
function refuse({ fieldname }: Multipart): never {
  const name = fieldname.length > 40 ? `${fieldname.slice(0, 40)}…` : fieldname;
  throw new ApiError('validation_failed', `The field "${name}" is not expected here.`);
}

async function readFile(part: MultipartFile) {
  const bytes = await part.toBuffer();
  if (bytes.length === 0 && !part.filename) return undefined;
  return { name: part.filename ?? '', bytes, isTooLarge: part.file.truncated };
}

/** The parser throws plain errors for a missing boundary or a broken part. */
function inContract(error: unknown): unknown {
  if (error instanceof Error && 'statusCode' in error) return error;
  return new ApiError('malformed_body', 'The form could not be read.', { cause: error });
}
