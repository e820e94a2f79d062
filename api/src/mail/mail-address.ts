/** Returns the address in a sender such as `Kargo <no-reply@example.com>`, which may be one without a name. */
export const addressOf = (sender: string): string => /<([^<>]+)>$/.exec(sender)?.[1] ?? sender;

/** Hides what stands between the first letter of an address and its domain: `a•••@example.com`. */
export function maskAddress(address: string): string {
  const [first = ''] = address;
  return `${first}•••${address.slice(address.lastIndexOf('@'))}`;
}
