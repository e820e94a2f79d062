import postcss, { type ChildNode, type Container, type Root } from 'postcss';

/**
 * Returns a page's styles without those that its HTML does not use: keyframes, and the reset of elements that
 * are not there. Values take the place of tokens. The rest comes with what makes styles.
 */
export function usedStyles(css: string, html: string): string {
  const root = postcss.parse(css);
  keepUsedReset(root, html);
  keepUsedKeyframes(root);
  // Chakra adds it to every background, for elements with the colour `currentBg`.
  if (!css.includes('var(--bg-currentcolor)'))
    root.walkDecls('--bg-currentcolor', (it) => void it.remove());
  inlineTokens(root, html);
  joinConditions(root);
  return root.toString().replaceAll(';}', '}');
}

function keepUsedReset(root: Root, html: string): void {
  const used = new Set([...html.matchAll(/<([a-z][a-z0-9]*)/g)].map(([, name]) => name));
  const types = new Set([...html.matchAll(/ type="([a-z]+)"/g)].map(([, type]) => type));
  for (const element of ['html', 'body']) used.add(element);
  // Such as the parts of a search field, which scripts bring.
  const isUsed = (selector: string) =>
    !/^::-|^\*::placeholder|^:-moz/.test(selector) &&
    used.has(/^[a-z][a-z0-9]*/.exec(selector)?.[0] ?? 'html');
  const isOfType = (selector: string) => {
    const type = /\[type=["'](\w+)/.exec(selector)?.[1];
    return !type || types.has(type);
  };
  root.walkAtRules('layer', (layer) => {
    if (layer.params !== 'reset') return;
    // The body has a font of its own.
    layer.walkDecls((it) => {
      if (/--font-fallback/.test(it.prop + it.value)) it.remove();
    });
    layer.walkRules((rule) => {
      const kept = rule.selectors.filter(isUsed);
      // All of a rule's types: a password may be shown as text.
      if (kept.some(isOfType)) rule.selectors = kept;
      else rule.remove();
    });
  });
}

function keepUsedKeyframes(root: Root): void {
  const animations = new Set<string>();
  root.walkDecls(/^animation/, ({ value }) => {
    for (const word of value.split(/[\s,]+/)) animations.add(word);
  });
  root.walkAtRules('keyframes', (rule) => {
    if (!animations.has(rule.params)) rule.remove();
  });
}

/** A value is shorter than the token's name and its definition. What the HTML names stays a token. */
function inlineTokens(root: Root, html: string): void {
  const values = new Map<string, string>();
  root.walkDecls((declaration) => {
    const { prop, value } = declaration;
    if (!isToken(declaration)) return;
    values.set(prop, value);
    if (!html.includes(`var(${prop})`)) declaration.remove();
  });
  root.walkDecls((declaration) => {
    declaration.value = declaration.value.replace(
      /var\((--[\w-]+)\)/g,
      (reference, token) => values.get(token) ?? reference,
    );
  });
}

/** Tokens hold values, and no other tokens. */
function isToken({ prop, parent }: postcss.Declaration): boolean {
  return prop.startsWith('--') && parent instanceof postcss.Rule && /:root/.test(parent.selector);
}

/** Brings together the rules of a layer or condition, those of wider windows last, since they compress better so. */
function joinConditions(container: Container<ChildNode>): void {
  const groups = new Map<string, Container<ChildNode>>();
  for (const node of [...(container.nodes ?? [])]) {
    if (node.type !== 'atrule' || !(node.name === 'media' || node.params === 'recipes')) continue;
    const group = groups.get(node.params) ?? node;
    groups.set(node.params, group);
    if (group !== node) group.append(node.remove().nodes ?? []);
  }
  container.nodes?.sort((a, b) => widthOf(a) - widthOf(b));
  for (const group of groups.values()) joinConditions(group);
}

/** The least width of a condition's window, in rem; other conditions come after these. */
function widthOf(node: ChildNode): number {
  if (node.type !== 'atrule' || node.name !== 'media') return 0;
  return Number(/min-width: ([\d.]+)rem/.exec(node.params)?.[1] ?? 999);
}
