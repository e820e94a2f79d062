/** Fields of a form in the order they are sent; a file is bytes with a name. */
export type FormFields = [name: string, value: FormField][];
export type FormField = string | { bytes: Uint8Array; filename: string; type?: string };

export const profileTexts: FormFields = [
  ['name', 'Ada Field'],
  ['phone', '2025550123'],
];

export const profileImage = (bytes: Uint8Array, filename = 'me.png'): FormFields => [
  ['image', { bytes, filename }],
];

/** Returns a multipart body like a browser's, for `app.inject` or `fetch`. */
export async function multipartForm(fields: FormFields) {
  const form = new FormData();
  for (const [name, value] of fields) {
    if (typeof value === 'string') form.append(name, value);
    else {
      const { bytes, filename, type = 'image/png' } = value;
      form.append(name, new File([Buffer.from(bytes)], filename, { type }));
    }
  }
  const encoded = new Response(form);
  return {
    headers: { 'content-type': encoded.headers.get('content-type') ?? '' },
    payload: Buffer.from(await encoded.arrayBuffer()),
  };
}
