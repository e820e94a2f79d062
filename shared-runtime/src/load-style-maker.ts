import { styleMakerFailed } from './element-styles.ts';

let loading: Promise<void> | undefined;

/** How long elements are not seen, such as a message that the browser is offline. */
const patienceMs = 3000;

/**
 * Loads what makes CSS: Chakra, Emotion and the theme. Never rejects: without it, elements are drawn without CSS until
 * it comes, if need be by another call.
 */
export function loadStyleMaker(): Promise<void> {
  loading ??= load();
  return loading;
}

async function load(): Promise<void> {
  const timer = setTimeout(styleMakerFailed, patienceMs);
  try {
    await import('./theme/style-maker.ts');
  } catch {
    loading = undefined;
    styleMakerFailed();
  }
  clearTimeout(timer);
}
