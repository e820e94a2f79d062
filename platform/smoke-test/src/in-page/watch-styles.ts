/**
 * Runs in each page before its own scripts: records which app each style comes from. The page's
 * own styles are the shell's.
 */
export function watchStyles(runningApp: () => string) {
  const owners = new WeakMap<CSSRule, string>();
  const { insertRule } = CSSStyleSheet.prototype;
  CSSStyleSheet.prototype.insertRule = function (rule, index = 0) {
    const inserted = insertRule.call(this, rule, index);
    const added = this.cssRules[inserted];
    if (added) owners.set(added, runningApp() || 'shell');
    return inserted;
  };
  // Before the first script that is not inline.
  document.addEventListener(
    'readystatechange',
    () => {
      for (const { ownerNode, cssRules } of document.styleSheets)
        if (ownerNode instanceof HTMLStyleElement)
          for (const rule of cssRules) owners.set(rule, 'shell');
    },
    { once: true },
  );

  return {
    /**
     * Returns an app's styles that apply outside its screen, one property each, except those with
     * class names of the site's own components.
     *
     * @param parts if given, only styles of these elements and of those around them count
     */
    outside(app: string, parts?: string): string[] {
      const region = `[data-remote="${app}"]`;
      return [...document.styleSheets, ...document.adoptedStyleSheets]
        .flatMap((sheet) => [...sheet.cssRules].filter((rule) => ownerOf(rule, sheet) === app))
        .flatMap((rule) => styleRules(rule))
        .filter(({ selector }) => !/\.k-/.test(selector) && isUsed(selector))
        .flatMap(({ selector, style }) =>
          [...style].map(
            (property) => `${selector} { ${property}: ${style.getPropertyValue(property)} }`,
          ),
        );

      /** Styles from any other source are the app's. */
      function ownerOf(rule: CSSRule, { href }: CSSStyleSheet): string {
        if (!href) return owners.get(rule) ?? app;
        return owners.get(rule) ?? /\/releases\/([^/]+)\//.exec(href)?.[1] ?? 'shell';
      }

      /** A selector with nothing but elements may apply to any page. */
      function isUsed(selector: string): boolean {
        if (!parts && /^[a-z]+[1-6]?(, [a-z]+[1-6]?)*$/.test(selector)) return true;
        const ofElements = selector
          .replaceAll(/(^|[\s,>+~])::[\w-]+/g, '$1*')
          .replaceAll(/::[\w-]+/g, '');
        return [...document.querySelectorAll(ofElements)].some((it) =>
          parts ? it.closest(parts) || it.querySelector(parts) : !it.closest(region),
        );
      }
    },
  };

  /** @param around selector of the rule around it */
  function styleRules(
    rule: CSSRule,
    around = '',
  ): { selector: string; style: CSSStyleDeclaration }[] {
    const own = rule instanceof CSSStyleRule ? rule.selectorText : '';
    const isNested = around !== '' && own !== '';
    const within = `:is(${around})`;
    const nested = own.includes('&') ? own.replaceAll('&', within) : `${within} ${own}`;
    const selector = isNested ? nested : own || around;
    return [
      ...(rule instanceof CSSStyleRule ? [{ selector, style: rule.style }] : []),
      ...('cssRules' in rule
        ? [...(rule.cssRules as CSSRuleList)].flatMap((it) => styleRules(it, selector))
        : []),
    ];
  }
}
