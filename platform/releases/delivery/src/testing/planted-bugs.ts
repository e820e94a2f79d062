import type { PlantedBug } from './run-hooks.ts';

const log = 'release-log/src/log';

/** Bugs that the random runs must find. */
export const plantedBugs: PlantedBug[] = [
  {
    what: 'a publisher replaces an existing record',
    file: `${log}/add-record.ts`,
    text: 'await store.create(path, bytes)',
    becomes: 'await store.write(path, bytes).then(() => true)',
  },
  {
    what: 'a publisher without a response does not read its record back',
    file: `${log}/add-record.ts`,
    text: 'if (stored?.equals(bytes)) return true;',
    becomes: '',
  },
  {
    what: 'a publisher who lost believes it won',
    file: 'delivery/src/change-record.ts',
    text: 'if (!isAdded) refuseChanged(now, state, apps);\n  if (!isAdded)',
    becomes: 'if (false)',
  },
  {
    what: 'a publisher takes the number of an invalid file',
    file: `${log}/app-log.ts`,
    text: '(await this.#fileAt(this.#free))) {',
    becomes: "typeof (await this.#fileAt(this.#free)) === 'object') {",
  },
  {
    what: 'a reader trusts a list',
    file: `${log}/app-log.ts`,
    text: 'while (this.#left > 0 &&',
    becomes: 'while (false &&',
  },
  {
    what: 'a record counts before the one that it waits for',
    file: `${log}/app-log.ts`,
    text: '!it.record.waitsFor || isThere(it)',
    becomes: 'true',
  },
  {
    what: 'a reader looks once at each app',
    file: `${log}/read-log.ts`,
    text: 'for (let isNew = true; isNew; ) {',
    becomes: 'for (let isNew = true; isNew; isNew = false) {',
  },
  {
    what: 'a step continues although one of its records could not be added',
    file: 'delivery/src/change-record.ts',
    text: 'if (!(await addRecord(store, record))) return false;',
    becomes: 'await addRecord(store, record);',
  },
  {
    what: 'a gateway forgets its kept records',
    file: `${log}/read-log.ts`,
    text: 'for (const held of kept) this.#logOf(held.record.app, held);',
    becomes: '',
  },
  {
    what: 'records have no heads of other apps',
    file: `${log}/add-record.ts`,
    text: 'Object.fromEntries([...heads]',
    becomes: 'Object.fromEntries([]',
  },
  {
    what: 'a reader notices no missing record',
    file: `${log}/app-log.ts`,
    text: 'if (number <= Math.max(this.#trusted,',
    becomes: 'if (number <= Math.max(99999,',
  },
];
