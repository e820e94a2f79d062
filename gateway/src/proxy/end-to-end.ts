/** Headers that concern one connection only (RFC 9110, section 7.6.1). */
const hopByHop = new Set([
  'connection',
  // Answered by the gateway itself, before the API is asked.
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

/** The headers that are passed on: without those that concern one connection only. */
export function endToEnd<Headers extends object>(headers: Headers): Headers {
  const entries = Object.entries(headers).filter(([name]) => !hopByHop.has(name.toLowerCase()));
  return Object.fromEntries(entries) as Headers;
}
