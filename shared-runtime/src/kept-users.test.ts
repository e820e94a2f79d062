import { keptUsers } from './kept-users.ts';

const key = 'firebase:authUser:key:[DEFAULT]';
const original = Object.getOwnPropertyDescriptor(globalThis, 'indexedDB');

function provideDatabases(open: () => Partial<IDBOpenDBRequest>): void {
  Object.defineProperty(globalThis, 'indexedDB', { configurable: true, value: { open } });
}

afterEach(() => {
  localStorage.clear();
  Object.defineProperty(
    globalThis,
    'indexedDB',
    original ?? { configurable: true, value: undefined },
  );
});

test('The page waits once for an IndexedDB that does not answer, and then goes on without one', async () => {
  jest.useFakeTimers();
  const open = jest.fn(() => ({}));
  provideDatabases(open);
  localStorage.setItem(key, '{}');
  const users = keptUsers();
  await jest.advanceTimersByTimeAsync(3000);
  await expect(users).resolves.toEqual([{ fbase_key: key }]);
  expect(globalThis.indexedDB).toBeUndefined();

  await expect(keptUsers()).resolves.toHaveLength(1);
  expect(open).toHaveBeenCalledTimes(1);
  jest.useRealTimers();
});

test('Users who signed in while it did not answer come before those in it', async () => {
  const inDatabase = { fbase_key: key, value: { email: 'ada@kargo.example' } };
  const answer = <T>(result: T) => {
    const request = { result, error: null } as IDBOpenDBRequest & { result: T };
    queueMicrotask(() => request.onsuccess?.call(request, new Event('success')));
    return request;
  };
  const database = {
    transaction: () => ({ objectStore: () => ({ getAll: () => answer([inDatabase]) }) }),
    close: () => {},
  };
  provideDatabases(() => answer(database as unknown as IDBDatabase));
  await expect(keptUsers()).resolves.toEqual([inDatabase]);
  localStorage.setItem(key, '{}');
  await expect(keptUsers()).resolves.toEqual([{ fbase_key: key }, inDatabase]);
});

test('An IndexedDB that answers is kept, even if it answers with an error', async () => {
  provideDatabases(() => {
    const request: Partial<IDBOpenDBRequest> = { error: null };
    queueMicrotask(() => request.onerror?.call(request as IDBOpenDBRequest, new Event('error')));
    return request;
  });
  await expect(keptUsers()).resolves.toEqual([]);
  expect(globalThis.indexedDB).toBeDefined();
});
