import type { Locator } from '@playwright/test';

/** Types like an input method: each key changes the composed text, which is inserted at the end. */
export async function compose(field: Locator, text: string): Promise<void> {
  await field.fill('');
  const protocol = await field.page().context().newCDPSession(field.page());
  for (let end = 1; end <= text.length; end += 1) {
    const composed = { text: text.slice(0, end), selectionStart: end, selectionEnd: end };
    await protocol.send('Input.imeSetComposition', composed);
  }
  await protocol.send('Input.insertText', { text });
}
