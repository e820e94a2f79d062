/**
 * Returns `X-Forwarded-For` as plain addresses. Some proxies add a port (Azure) or brackets, or
 * write `unknown`. Whatever is left of a text that is no address is ignored: the proxy that wrote
 * this text did not check it.
 *
 * @param isIp of `node:net`
 * @returns undefined if nothing is left
 */
export function plainAddresses(
  forwardedFor: string | string[] | undefined,
  isIp: (text: string) => number,
): string | undefined {
  const addresses = String(forwardedFor ?? '')
    .split(',')
    .map(plain)
    .filter(Boolean);
  const unknown = addresses.findLastIndex((address) => isIp(address) === 0);
  return addresses.slice(unknown + 1).join(', ') || undefined;
}

function plain(part: string): string {
  const text = part.trim().replace(/^"(.*)"$/, '$1');
  const [, inBrackets, beforePort] = /^(?:\[([^\]]*)\](?::\d*)?|([\d.]+):\d*)$/.exec(text) ?? [];
  return inBrackets ?? beforePort ?? text;
}
