import { loadRemote } from '@module-federation/enhanced/runtime';
import type { ScreenComponent } from '../../../shell/src/remote-loading/release-records.ts';
import { provideScreenLoader } from '../../../shell/src/remote-loading/screen-component.ts';

/** Replaces the shell's `federation-host.ts`: loads the remotes that are listed in the build. */
export function startFederation(): void {
  provideScreenLoader(async (id) => {
    const screen = await loadRemote<{ default: ScreenComponent }>(id);
    if (!screen) throw new Error(`There is no screen ${id}`);
    return screen;
  });
}
