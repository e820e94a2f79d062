/** Returns the address of a sender, which is written as `Kargo <no-reply@example.com>` or without a name. */
export const addressOf = (sender: string): string => /<([^<>]+)>$/.exec(sender)?.[1] ?? sender;

/** Hides all of an address but its first letter and its domain: `a•••@example.com`. */
export function maskAddress(address: string): string {
  const [first = ''] = address;
  return `${first}•••${address.slice(address.lastIndexOf('@'))}`;
}
