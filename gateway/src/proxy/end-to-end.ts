/** Headers that concern one connection only (RFC 9110, section 7.6.1). */
const hopByHop = new Set([
  'connection',
  // Handled by the gateway itself, before the API is called.
  'expect',
  'keep-alive',
  'proxy-authenticate',
  'proxy-authorization',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
]);

/** Returns the headers to forward, without those that concern one connection only. */
export function endToEnd<Headers extends object>(headers: Headers): Headers {
  const entries = Object.entries(headers).filter(([name]) => !hopByHop.has(name.toLowerCase()));
  return Object.fromEntries(entries) as Headers;
}
