/** Spec section 7: the API sets this cookie, and pages send it back as the header `X-XSRF-TOKEN`. */
export const xsrfCookie = 'XSRF-TOKEN';

/** Starts each of our tokens: another site of the parent domain may set a cookie of this name. */
export const xsrfTokenStart = 'kargo-';

export const isXsrfToken = (value: string) => /^kargo-[\w-]{43}$/.test(value);

/** Returns the values of all cookies of that name in the header `Cookie` or in `document.cookie`. */
export function xsrfTokensIn(cookies = ''): string[] {
  const values = cookies.matchAll(/(?:^|;) ?XSRF-TOKEN=([^;]+)/g);
  return [...values].map(([, value = '']) => decoded(value));
}

/** Returns the token that a page sends: its site's own, or else the first; undefined without one. */
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
