/** Returns the address of a sender such as `Kargo <no-reply@example.com>`, with or without a name. */
export const mailAddress = (sender: string): string => /<([^<>]+)>$/.exec(sender)?.[1] ?? sender;

/** Hides an address except for its first letter and its domain: `a•••@example.com`. */
export function maskAddress(address: string): string {
  const [first = ''] = address;
  return `${first}•••${address.slice(address.lastIndexOf('@'))}`;
}
