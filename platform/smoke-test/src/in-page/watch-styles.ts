export type StyleWatcher = ReturnType<typeof watchStyles>;

/**
 * Runs in each page before its own scripts, and records whose a style is: of the app whose file it is in, or whose
 * code inserted it. The page's own styles, and what the shell's code inserts, are the shell's.
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
     * Returns the styles of an app that apply outside of its screen, one property each. Class names that the
     * site's own components make apply to these components only.
     */
    outside(app: string): string[] {
      const region = `[data-remote="${app}"]`;
      return [...document.styleSheets, ...document.adoptedStyleSheets]
        .flatMap((sheet) => [...sheet.cssRules].filter((rule) => ownerOf(rule, sheet) === app))
        .flatMap(styleRules)
        .filter(({ selectorText }) => !/\.k-/.test(selectorText) && isUsed(selectorText, region))
        .flatMap(({ selectorText, style }) =>
          [...style].map(
            (property) => `${selectorText} { ${property}: ${style.getPropertyValue(property)} }`,
          ),
        );

      /** A style that came in any other way was written by the app. */
      function ownerOf(rule: CSSRule, { href }: CSSStyleSheet): string {
        if (!href) return owners.get(rule) ?? app;
        return owners.get(rule) ?? /\/releases\/([^/]+)\//.exec(href)?.[1] ?? 'shell';
      }
    },
  };

  function isUsed(selector: string, region: string): boolean {
    const ofElements = selector
      .replaceAll(/(^|[\s,>+~])::[\w-]+/g, '$1*')
      .replaceAll(/::[\w-]+/g, '');
    return [...document.querySelectorAll(ofElements)].some((element) => !element.closest(region));
  }

  function styleRules(rule: CSSRule): CSSStyleRule[] {
    return [
      ...(rule instanceof CSSStyleRule ? [rule] : []),
      ...('cssRules' in rule ? [...(rule.cssRules as CSSRuleList)].flatMap(styleRules) : []),
    ];
  }
}
