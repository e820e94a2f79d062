import { createRequire } from 'node:module';
import type BeastiesModule from 'beasties';

// By its types the class is `default` of the CommonJS module; in fact the module is the class.
const Beasties: typeof BeastiesModule.default = createRequire(import.meta.url)('beasties');

/** Returns styles for all states the HTML's elements can reach, with values in place of tokens. */
export async function criticalStyles(html: string, styles: string): Promise<string> {
  const classes = [...html.matchAll(/ class="([^"]*)"/g)].flatMap(([, names = '']) =>
    names.split(' '),
  );
  const used = new RegExp(`\\.(${[...new Set(classes)].filter(Boolean).join('|')})(?![\\w-])`);
  const beasties = new Beasties({
    reduceInlineStyles: true,
    // Keeps the tokens, and rules whose conditions the HTML does not meet yet.
    allowRules: [/:root/, used],
    keyframes: 'critical',
    fonts: false,
    logLevel: 'silent',
  });
  const page = await beasties.process(
    `<html><head><style>${styles}</style></head><body><div id="root">${html}</div></body></html>`,
  );
  const [, css = ''] = /<style>(.*?)<\/style>/s.exec(page) ?? [];
  return withoutTokens(css, html);
}

/** Puts values in place of tokens that the HTML itself does not use. */
function withoutTokens(css: string, html: string): string {
  const definition = /(--kargo-[\w-]+):([^;}]+);?/g;
  const values = new Map([...css.matchAll(definition)].map(([, name, value]) => [name, value]));
  const left = css.replaceAll(definition, (all, name) =>
    html.includes(`var(${name})`) ? all : '',
  );
  const inPlace = (text: string, inside: readonly string[] = []): string =>
    text.replaceAll(/var\((--kargo-[\w-]+)\)/g, (all, name) => {
      const value = inside.includes(name) ? undefined : values.get(name);
      return value === undefined ? all : inPlace(value, [...inside, name]);
    });
  return inPlace(left);
}
