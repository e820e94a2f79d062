/** The API sets this cookie, and pages send it back as `X-XSRF-TOKEN` (spec section 7). */
export const xsrfCookie = 'XSRF-TOKEN';

/** Starts each of our tokens: another site of the parent domain may set a cookie of this name. */
export const xsrfTokenStart = 'kargo-';

export const isXsrfToken = (value: string) => /^kargo-[\w-]{43}$/.test(value);

/** Returns the values of all such cookies in the header `Cookie` or in `document.cookie`. */
export function xsrfTokensIn(cookies = ''): string[] {
  const values = cookies.matchAll(/(?:^|;) ?XSRF-TOKEN=([^;]+)/g);
  return [...values].map(([, value = '']) => decoded(value));
}

/** Returns the token that a page sends: the site's own, or else the first, if there is one. */
export function xsrfTokenIn(cookies: string): string | undefined {
  const tokens = xsrfTokensIn(cookies);
  return tokens.find(isXsrfToken) ?? tokens[0];
}

function decoded(value: string): string {
  try {
    return decodeURIComponent(value);
  } catch {
    return value;
  }
}
