/** Limits of spec sections 5 and 9, for forms and API. Imports nothing, to stay small in pages. */

/** Largest profile image or identity document, in bytes, inclusive. */
export const maxUploadBytes = 2 * 1024 * 1024;

/** `maxUploadBytes`, as sentences say it. */
export const maxUpload = `${maxUploadBytes / 1024 ** 2}MB`;

/** In bytes. Above `maxUploadBytes`, so that a slightly too large file gets its own error. */
export const maxUploadFormBytes = maxUploadBytes + 1024 * 1024;

/** Lower-case file extensions of profile images and identity documents. */
export const imageExtensions = ['jpg', 'jpeg', 'png'] as const;

/** Whether the file name has one of `imageExtensions`, in any case. */
export function hasImageExtension({ name }: { name: string }): boolean {
  const extension = name.split('.').at(-1)?.toLowerCase();
  return imageExtensions.some((allowed) => allowed === extension);
}

/** Media types of profile images and identity documents. */
export const imageMediaTypes = ['image/jpeg', 'image/png'] as const;

/** Fewest characters of a password: a rule of Firebase's, which the forms say. */
export const minPasswordLength = 6;

/** Longest phone number of a profile as typed, after trimming. */
export const maxPhoneLength = 20;

/** Something, an at sign, and a host with a dot that neither begins nor ends it. */
export const emailPattern = /^[^\s@]+@[^\s@][^\s@.]*\.[^\s@]+$/;

/** Whether a profile's phone number has 10 to 15 digits and nothing but digits and separators. */
export function isValidPhone(phone: string): boolean {
  return /^\d{10,15}$/.test(phone.replace(/[+().\-\s]/g, ''));
}

/** Phone number of the payout form: +1, a space, ten digits. */
export const payoutPhonePattern = /^\+1 \d{10}$/;

/** Most digits that the payout form's phone field accepts, including the leading 1. */
export const maxPayoutPhoneDigits = 16;
