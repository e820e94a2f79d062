import { changeRecord } from '@kargo/delivery/change-record';
import { readKeys } from '@kargo/delivery/keys';
import { withCurrent } from '@kargo/release-log/log/served-releases';
import { openReleaseStore } from '@kargo/release-log/stores/open-release-store';

// `node add-entries.ts <store> <app> <count>`: adds that many entries to the log, one after the other, each of
// which makes another version of the app current.

const [place = '', app = '', count = ''] = process.argv.slice(2);
const store = await openReleaseStore(place);
const keys = readKeys(process.env);
for (let number = 1; number <= Number(count); number += 1) {
  await changeRecord({ store, keys }, app, (record) => {
    const at = new Date().toISOString();
    const next = { version: `${number}`, hash: '', at, by: app, opened: null };
    return withCurrent(record, next);
  });
}
