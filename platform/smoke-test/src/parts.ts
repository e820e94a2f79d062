import type { Tab } from './tab.ts';

/** The shell's own parts of the page: its header and its footer. */
const selector = '[data-testid="site-header"], footer:not([data-remote] *)';

export type Parts = Awaited<ReturnType<typeof readParts>>;

export async function readParts(tab: Tab, app: string) {
  const parts = await tab.page
    .locator(selector)
    .evaluateAll((all) => all.map((it) => it.outerHTML));
  const withoutEnds = parts.join('').replaceAll(/<\/[^>]*>/g, '');
  return {
    /** Tag and text of each, such as `<a href="/">Home`, without React's numbered ids. */
    elements: withoutEnds.replaceAll(/_r_\w+_/gi, '').split(/(?=<)/),
    styles: await tab.ask(({ styles }, it) => styles.outside(...it), [app, selector] as const),
    /** Custom properties of the page, including those of `:root`, by name. */
    theme: await tab.page.evaluate(readTheme),
    stored: await tab.page.evaluate(() => [
      ...Object.keys({ ...localStorage, ...sessionStorage }),
      ...document.cookie.replaceAll(/=[^;]*/g, '').split('; '),
    ]),
  };
}

function readTheme(): Record<string, string> {
  const custom = [...document.body.computedStyleMap()].filter(([name]) => name.startsWith('--'));
  return Object.fromEntries(custom.map(([name, value]) => [name, `${value}`.trim()]));
}
