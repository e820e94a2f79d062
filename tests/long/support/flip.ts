import { setTimeout as wait } from 'node:timers/promises';
import { readKeys } from '@kargo/delivery/keys';
import { makeCurrent } from '@kargo/delivery/make-current';
import { openReleaseStore } from '@kargo/release-log/stores/open-release-store';

// Makes two versions of an app current in turn, once a second: `flip.ts <store> <app> <one> <other> <times>`.

const [, , place = '', app = '', one = '', other = '', times] = process.argv;
const store = await openReleaseStore(place);
const keys = readKeys(process.env);
for (let flip = 0; flip < Number(times); flip += 1) {
  await makeCurrent({ store, keys, versions: { [app]: flip % 2 === 0 ? other : one } });
  await wait(1000);
}
