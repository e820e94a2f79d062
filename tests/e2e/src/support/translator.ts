import type { Page } from '@playwright/test';
import { expectHydrated } from './expect-hydrated.ts';

// What Chrome's translator does to a page: https://github.com/facebook/react/issues/11538

/** Translates each page as its HTML arrives, as for visitors who always translate this site. */
export async function translateFromTheStart(page: Page): Promise<void> {
  await page.addInitScript(startTranslator);
}

/** Waits until a page is hydrated, then translates it and everything added later. */
export async function translate(page: Page): Promise<void> {
  await expectHydrated(page);
  await page.evaluate(startTranslator);
}

/**
 * Runs in the page. As with Chrome's translator, React's own text nodes leave the page; but texts
 * stay the same, so that a journey finds them.
 */
function startTranslator(): void {
  const translateIn = (tree: Node) => {
    const texts = document.createTreeWalker(tree, NodeFilter.SHOW_TEXT);
    const found: Text[] = [];
    for (let text = texts.currentNode; text; text = texts.nextNode() as Text) {
      if (text instanceof Text) found.push(text);
    }
    for (const text of found) {
      const parent = text.parentElement;
      if (!parent?.closest('body') || text.data.trim() === '') continue;
      if (parent.closest('font, script, style, noscript, svg, textarea')) continue;
      const font = document.createElement('font');
      font.append(document.createElement('font'));
      font.firstElementChild?.append(text.data);
      text.replaceWith(font);
    }
  };
  const start = () => {
    document.documentElement.classList.add('translated-ltr');
    translateIn(document.documentElement);
    new MutationObserver((changes) => {
      for (const { target, addedNodes } of changes) {
        for (const node of [target, ...addedNodes]) if (node.isConnected) translateIn(node);
      }
    }).observe(document.documentElement, { childList: true, characterData: true, subtree: true });
  };
  if (document.documentElement) start();
  else document.addEventListener('readystatechange', start, { once: true });
}
