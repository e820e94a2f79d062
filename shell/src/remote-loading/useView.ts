import type { ScreenId } from '@kargo/shared-types/page/screens';
import { useEffect } from 'react';
import { report } from '../reports/report.ts';
import { remoteOf } from '../routes.ts';
import { navigationPrepared } from './prepare-navigation.ts';
import { candidatesOf, chosenRelease, runningShell } from './release-records.ts';

/** While a canary runs, tells the gateway which release's screen is shown, even if it then fails. */
export function useView(id: ScreenId): void {
  useEffect(() => {
    void navigationPrepared().then(() => {
      const remote = remoteOf(id);
      for (const release of [chosenRelease(remote), runningShell()]) {
        if (release && candidatesOf(release.app)[0]?.isCounted) report((it) => it.shown(release));
      }
    });
  }, [id]);
}
