/** Longest message of a report, in characters. */
const longestMessage = 200;

/** Stands for what was taken out. */
const removed = '…';

/**
 * Returns an error's message without what may name a person or open a session: addresses, query strings, anything
 * with an @, numbers of five and more digits, accounts, tokens, what a label such as `name:` announces, text in quotes,
 * but for identifiers where a browser quotes them, such as `(reading 'length')`, words with letters that English does
 * not have, and words with a capital letter, but for a single one that begins a sentence. At most 200 characters. A name
 * in lowercase is not recognized. Used by the page, and by the gateway, which trusts no page; this file imports nothing.
 */
export function cleanMessage(message: string): string {
  return (
    withoutQuotes(message.replace(/[\p{C}\p{Z}\s]+/gu, ' '))
      // An apostrophe follows a letter.
      .replace(
        /(?<![\p{L}\p{N}])'.*?(?:'(?![\p{L}\p{N}])|$)/gu,
        (quoted, at: number, text: string) =>
          isOfCode(quoted, text.slice(Math.max(0, at - 12), at)) ? quoted : removed,
      )
      .replace(/ ?([@＠﹫]|%(?:25)*40|&#64;|\\u0040) ?/gi, '@')
      .replace(/[^ ]+/g, (word) => (isAddress(word) ? removed : word))
      .replace(/\b[a-z]{2}\d{2}(?:[ -]?[a-z\d]{4}){2,7}(?:[ -]?[a-z\d]{1,3}\b)?/gi, removed)
      .replace(/[\w+/=.~|-]{20,}/g, (word) => (hasTokenParts(word) ? removed : word))
      .replace(/[\w+/=-]{20,}/g, (word) => (isToken(word) ? removed : word))
      // A phone number's digits may have any punctuation between them.
      .replace(/\p{Nd}(?:[ \p{P}+]*\p{Nd}){4,}/gu, removed)
      .replace(
        /\b(\w*(?:name|mail|phone|address|street|city|iban|token|password|secret|session):|bearer\b) ?[^,;)}\]]+/gi,
        `$1 ${removed}`,
      )
      .replace(names, (words, at: number, text: string) => {
        const isFirst = at === 0 || /[.:!?(] ?$/.test(text.slice(Math.max(0, at - 2), at));
        return isFirst && !words.includes(' ') ? words : removed;
      })
      .trim()
      .slice(0, longestMessage)
  );
}

const identifierFollows =
  /\b(?:reading|setting|execute|construct|the|on|from|property|without|type|requires) $/;

/** Whether a browser quotes an identifier of the code here, or the first letter of what is no JSON. */
const isOfCode = (quoted: string, before: string) =>
  (identifierFollows.test(before) && /^'[a-z_$][\w$]*'$/i.test(quoted)) ||
  (/\bevaluating $/.test(before) && /^'[\w$.]+'$/.test(quoted)) ||
  (/\btoken $/.test(before) && quoted.length <= 3);

/** Takes out all between the first quotation mark and the last: browsers quote JSON, which has such marks itself. */
function withoutQuotes(text: string): string {
  // Firefox quotes a property so, and nothing before it.
  const single = text.replace(/^([^"]*access property )"(\w+)"/, "$1'$2'");
  // Browsers also cut off what they quote.
  return single.replace(/["“”„«»`‘](?:.*["“”„«»`‘]|.*)/, removed);
}

/** Whether it may be the address of a page or a machine, or the path of a file. */
const isAddress = (word: string) =>
  word.length > 100 ||
  /@|\/\/|\\|\b(?:blob|data|file|https?|tel):[^ ]|\?[\w%]|(?:=|%3d)[^ ]|[\w/]#|\beyJ/i.test(word) ||
  /^\W*\/\w|\.\w+\/|:[\da-f]*:[\da-f]/i.test(word) ||
  /(?![ -~])\p{L}/u.test(word);

const isToken = (word: string) => word.length >= 40 || (/\d/.test(word) && /[a-z]/i.test(word));

/** Whether it is a token with dots or the like between its parts, and no name in the code or of a file. */
const hasTokenParts = (word: string) => /\d\D+\d\D+\d/.test(word) && !/\.(?:css|js)$/.test(word);

/** Words with a capital letter side by side, without those of browsers and React. */
const names =
  /(?<![\p{L}\p{N}_$.'/])(?!(?:Minified|React|Network|Error|Invalid|Access|Content|Security|Policy|Trusted|Types|Parse|Indexed|Database|Object)\b)\p{Lu}\p{Ll}[\p{Ll}'’-]*(?: \p{Lu}[\p{L}'’-]*\p{Ll})*(?![\p{L}\p{N}_$(]|\.\w)/gu;
