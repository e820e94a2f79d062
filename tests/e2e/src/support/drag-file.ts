import type { Locator } from '@playwright/test';

/**
 * Makes the browser believe that a file from outside is dragged over the middle of an element.
 *
 * @returns a function that drops it there
 */
export async function dragFile(path: string, over: Locator): Promise<() => Promise<void>> {
  const client = await over.page().context().newCDPSession(over.page());
  await over.scrollIntoViewIfNeeded();
  const box = await over.boundingBox();
  if (!box) throw new Error('Nothing to drop the file on');
  const place = {
    x: box.x + box.width / 2,
    y: box.y + box.height / 2,
    data: { items: [], files: [path], dragOperationsMask: 1 },
  };
  const send = (type: 'dragEnter' | 'dragOver' | 'drop') =>
    client.send('Input.dispatchDragEvent', { type, ...place });
  await send('dragEnter');
  await send('dragOver');
  return async () => {
    await send('drop');
  };
}
