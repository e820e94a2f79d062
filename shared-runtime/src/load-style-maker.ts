import { styleMakerFailed } from './element-styles.ts';

let loading: Promise<void> | undefined;

/** How long elements are not seen, such as a message that the browser is offline. */
const patienceMs = 3000;

/** How long a failure counts: where the script is blocked, each move of a pointer would ask for it. */
const backOffMs = 5000;

/**
 * Loads the style maker: Chakra, Emotion and the theme. Never rejects, and takes `patienceMs` at most: from then on
 * elements are drawn without CSS until it comes, if need be by a later call.
 */
export function loadStyleMaker(): Promise<void> {
  loading ??= load();
  return loading;
}

async function load(): Promise<void> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const patience = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, patienceMs);
  }).then(styleMakerFailed);
  const arrival = import('./theme/style-maker.ts').catch(() => {
    styleMakerFailed();
    setTimeout(() => {
      loading = undefined;
    }, backOffMs);
  });
  await Promise.race([arrival, patience]);
  clearTimeout(timer);
}
