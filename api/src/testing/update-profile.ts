import { type FormField, multipartForm } from './multipart-form.ts';
import type { TestApi } from './start-test-api.ts';

export type ProfileFields = [name: string, value: FormField][];

/** The name and phone number of a profile form. */
export const texts: ProfileFields = [
  ['name', 'Ada Field'],
  ['phone', '2025550123'],
];

export const image = (bytes: Uint8Array, filename = 'me.png'): ProfileFields => [
  ['image', { bytes, filename }],
];

/** Sends a profile form, to the app of this API. */
export async function updateProfile(
  { app }: Pick<TestApi, 'app'>,
  headers: Record<string, string>,
  fields: ProfileFields,
) {
  const form = await multipartForm(fields);
  return app.inject({
    method: 'POST',
    url: '/api/v1/driver/profile/update',
    headers: { ...headers, ...form.headers },
    payload: form.payload,
  });
}
