/**
 * Returns `X-Forwarded-For` as plain addresses. Some proxies write a port behind them (Azure), brackets around them,
 * or `unknown`. What stands left of something that is no address was not checked by the proxy that wrote it, so it
 * counts as little as that does.
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
