/** Longest message of a report, in characters. */
const longestMessage = 200;

/** Stands for what was taken out. */
const removed = '…';

/**
 * Returns an error's message without what may name a person or open a session: addresses, query strings, anything
 * with an @, numbers of five and more digits, tokens, and text in quotes, but for plain identifiers in single quotes
 * such as `'length'`. At most 200 characters. A name without quotes is not recognized. Used by the page, and by the
 * gateway, which trusts no page; this file imports nothing.
 */
export function cleanMessage(message: string): string {
  return (
    withoutQuotes(message.replace(/[\p{C}\p{Z}\s]+/gu, ' '))
      // An apostrophe follows a letter.
      .replace(/(?<![\p{L}\p{N}])'.*?(?:'(?![\p{L}\p{N}])|$)/gu, (quoted) =>
        /^'[a-z_$][\w$]*'$/i.test(quoted) ? quoted : removed,
      )
      .replace(/ ?([@＠]|%40) ?/gi, '@')
      .replace(/[^ ]+/g, (word) => (isAddress(word) ? removed : word))
      .replace(/[\w+/=-]{20,}/g, (word) => (isToken(word) ? removed : word))
      // A phone number's digits may have any punctuation between them.
      .replace(/\p{Nd}(?:[ \p{P}+]*\p{Nd}){4,}/gu, removed)
      .trim()
      .slice(0, longestMessage)
  );
}

/** Takes out all between the first quotation mark and the last: browsers quote JSON, which has such marks itself. */
function withoutQuotes(text: string): string {
  const [before = '', ...others] = text.split(/["“”„«»`‘]/);
  if (others.length === 0) return text;
  // Browsers also cut off what they quote.
  return before + removed + (others.length > 1 ? others.at(-1) : '');
}

const isAddress = (word: string) =>
  word.length > 100 ||
  /@|\/\/|\b(?:blob|data|file|https?|tel):[^ ]|\?[\w%]|=[^ ]|[\w/]#|\beyJ/i.test(word);

const isToken = (word: string) => word.length >= 40 || (/\d/.test(word) && /[a-z]/i.test(word));
