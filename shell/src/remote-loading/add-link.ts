import { integrityOfFile } from './tracked-releases.ts';

/** Adds a link to the page; resolves when its file is there, and is the one with this hash. */
export async function addLink(rel: string, href: string, integrity: string) {
  const link = document.createElement('link');
  Object.assign(link, { rel, href, integrity, crossOrigin: 'anonymous' });
  document.head.append(link);
  await new Promise((resolve, reject) => {
    link.onload = resolve;
    link.onerror = reject;
  });
}

/** Adds hashes to links that other bundlers add to their styles, as preloads of the page have. Must be called once. */
export function checkAddedStyles(): void {
  const { head } = document;
  const append = head.appendChild;
  head.appendChild = <T extends Node>(node: T): T => {
    const integrity =
      node instanceof HTMLLinkElement && !node.integrity && integrityOfFile(node.href);
    if (integrity) Object.assign(node, { integrity, crossOrigin: 'anonymous' });
    append.call(head, node);
    return node;
  };
}
