import type { Page } from '@playwright/test';

/** The number of users that the identity provider's SDK keeps signed in in this browser. */
export const usersKeptAtProvider = (page: Page): Promise<number> =>
  page.evaluate(async () => {
    const known = await indexedDB.databases();
    const { name } = known.find((database) => database.name === 'firebaseLocalStorageDb') ?? {};
    if (!name) return 0;
    const opening = indexedDB.open(name);
    await new Promise((resolve, reject) => {
      opening.onsuccess = resolve;
      opening.onerror = reject;
    });
    const [table = ''] = opening.result.objectStoreNames;
    const reading = opening.result.transaction(table).objectStore(table).getAllKeys();
    await new Promise((resolve) => {
      reading.onsuccess = resolve;
    });
    opening.result.close();
    return reading.result.filter((key) => String(key).startsWith('firebase:authUser:')).length;
  });
