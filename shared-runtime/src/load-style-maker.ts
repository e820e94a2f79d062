import { styleMakerFailed } from './element-styles.ts';

let loading: Promise<void> | undefined;

/**
 * Loads what makes CSS: Chakra, Emotion and the theme. Never rejects: without it, elements are drawn without CSS until
 * another call brings it.
 */
export function loadStyleMaker(): Promise<void> {
  loading ??= import('./theme/style-maker.ts').then(
    () => undefined,
    () => {
      loading = undefined;
      styleMakerFailed();
    },
  );
  return loading;
}
