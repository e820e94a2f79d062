import { format } from 'node:util';
import { Type } from 'typebox';

/** Control characters, line breaks, and characters that change the direction of text. */
const unsafe = '\\p{Cc}\\p{Zl}\\p{Zp}\\p{Bidi_Control}';

/** One line of text that every terminal displays literally. */
export const Line = Type.String({ pattern: `^[^${unsafe}]*$` });

const anyUnsafe = new RegExp(`[${unsafe}]`, 'gu');

/** Turns a text into a `Line`. */
export const lineOf = (text: string): string => text.replaceAll(anyUnsafe, '\uFFFD');

/** Returns JSON in which every text is a `Line`. */
export const jsonOfLines = (value: object): string =>
  JSON.stringify(value, (_, it: unknown) => (typeof it === 'string' ? lineOf(it) : it));

/** Keeps this process from printing anything that moves a cursor or hides text. */
export function printPlainly(): void {
  for (const name of ['log', 'warn', 'error'] as const) {
    const print = console[name];
    console[name] = (...values: unknown[]) => print(linesOf(format(...values)));
  }
}

const linesOf = (text: string): string =>
  text.replaceAll(anyUnsafe, (it) => (it === '\n' || it === '\t' ? it : '\uFFFD'));
