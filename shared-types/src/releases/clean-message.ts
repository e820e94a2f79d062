/** Longest message of a report, in characters. */
const longestMessage = 200;

/** Replaces each part that is removed. */
const removed = '…';

/**
 * Removes what may name a person or open a session from an error's message: addresses, queries,
 * anything with an @, numbers of five digits or more, accounts, tokens, values after a label such
 * as `name:`, quotes (not identifiers as in `(reading 'length')`), words with letters that English
 * lacks, and capitalized words (not a single one that begins a sentence). Does not recognize names
 * in lowercase. Pages use it, and the gateway, which trusts no page. This file imports nothing.
 */
export function cleanMessage(message: string): string {
  return (
    withoutQuotes(message.replace(/[\p{C}\p{Z}\s]+/gu, ' '))
      // An apostrophe follows a letter, a quotation mark does not.
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
      // The digits of a phone number may have any punctuation between them.
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

/** Whether a browser quotes an identifier here, or the first characters of invalid JSON. */
const isOfCode = (quoted: string, before: string) =>
  (identifierFollows.test(before) && /^'[a-z_$][\w$]*'$/i.test(quoted)) ||
  (/\bevaluating $/.test(before) && /^'[\w$.]+'$/.test(quoted)) ||
  (/\btoken $/.test(before) && quoted.length <= 3);

/** Removes all from the first to the last quotation mark, since quoted JSON has more of them. */
function withoutQuotes(text: string): string {
  // Firefox quotes a property like this, and nothing before it.
  const single = text.replace(/^([^"]*access property )"(\w+)"/, "$1'$2'");
  // Browsers may cut off a quotation.
  return single.replace(/["“”„«»`‘](?:.*["“”„«»`‘]|.*)/, removed);
}

/** Whether a word may be the address of a page or machine, or the path of a file. */
const isAddress = (word: string) =>
  word.length > 100 ||
  /@|\/\/|\\|\b(?:blob|data|file|https?|tel):[^ ]|\?[\w%]|(?:=|%3d)[^ ]|[\w/]#|\beyJ/i.test(word) ||
  /^\W*\/\w|\.\w+\/|:[\da-f]*:[\da-f]/i.test(word) ||
  /(?![ -~])\p{L}/u.test(word);

const isToken = (word: string) => word.length >= 40 || (/\d/.test(word) && /[a-z]/i.test(word));

/** Whether it is a token whose parts are joined by dots or the like, and not a name of code. */
const hasTokenParts = (word: string) => /\d\D+\d\D+\d/.test(word) && !/\.(?:css|js)$/.test(word);

/** Finds adjacent words with a capital letter, except words that browsers and React use. */
const names =
  /(?<![\p{L}\p{N}_$.'/])(?!(?:Minified|React|Network|Error|Invalid|Access|Content|Security|Policy|Trusted|Types|Parse|Indexed|Database|Object)\b)\p{Lu}\p{Ll}[\p{Ll}'’-]*(?: \p{Lu}[\p{L}'’-]*\p{Ll})*(?![\p{L}\p{N}_$(]|\.\w)/gu;
