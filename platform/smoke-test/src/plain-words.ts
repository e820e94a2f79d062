/** What React says only by a number in a release, with the first word of its address in place of `%s`. */
const reactErrors: Readonly<Record<string, string>> = {
  130: 'an element has no component, but %s: see what is imported',
  185: 'setting a state leads to setting one without end: see what effects depend on',
  310: 'more hooks were called than before: call them without conditions',
  418: 'the %s from the server is not what the browser rendered at first: read time, window and storage in an effect',
  419: 'a part of the page did not render in Node: see what it throws there',
};

const forbidden = "the site's policy allows";

/**
 * Returns a message of the browser's console in words for a team.
 *
 * @param address of the file that it is about, or whose code caused it
 */
export function inPlainWords(message: string, address = ''): string {
  const at = ` at ${URL.parse(address)?.pathname}`;
  return message
    .replace(
      /.*Failed to construct '(?:Shared)?Worker'.*/,
      `${forbidden} no workers: do it in short steps, or in the API`,
    )
    .replace(/.*requires 'TrustedHTML'.*/, `${forbidden} no HTML in texts: use elements`)
    .replace(
      /.*requires 'TrustedScript'.*|.*'unsafe-eval' is not an allowed.*/,
      `${forbidden} no code in texts, as in eval`,
    )
    .replace(/^Failed to load resource.*/s, `$&${at}`)
    .replace(/(Content Security Policy directive:?) ["']([\w-]+) .*/s, `$1 $2${at}`)
    .replace(/Minified React error #(\d+); visit (\S+).*/, (all, number, address) => {
      const word = URL.parse(address)?.searchParams.get('args[]');
      const meaning = reactErrors[number]?.replace('%s', `${word}`);
      return meaning ? `React error #${number}: ${meaning}` : all;
    });
}
