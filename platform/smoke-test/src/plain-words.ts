/** Meanings of React's error numbers; `%s` is the first argument in the error's address. */
const reactErrors: Readonly<Record<string, string>> = {
  130: 'an element has no component, but %s: check its import',
  185: 'each update leads to another one without end: check the dependencies of effects',
  310: 'more hooks were called than before: call them without conditions',
  418: 'the %s from the server is not the one that the browser rendered first: read time, zone, language, window and storage in an effect',
  419: 'a part of the page did not render in Node: check what it throws there',
};

const forbidden = "the site's policy allows";

/** Rewrites a message of the browser's console, about the file at an address, for a team. */
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
