/**
 * Returns a token from an address's query, byte for byte: a plus stays a plus, although in forms it
 * means a space. Removes only spaces, quotation marks and brackets that were copied with it, and a
 * dot, comma or the like that a mail program took for part of it; a slash as well, unless the token
 * has others: Base64 may end with one.
 *
 * @returns an empty text if there is none
 */
export function tokenInQuery(search: string, parameter: string): string {
  const value = new URLSearchParams(search.replaceAll('+', '%2B')).get(parameter) ?? '';
  const [token = ''] = /^.*[\w+/=~-]/s.exec(value.replace(/^[^!#-&*-;=-~]+/, '')) ?? [];
  const [withoutSlash = ''] = /^.*[\w+=~-]/s.exec(token) ?? [];
  return /[+/]/.test(withoutSlash) ? token : withoutSlash;
}
