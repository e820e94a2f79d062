import './fonts.css';
import './start-page.css';

/** Lets the browser paint and respond in between. A timer would wait longer. */
const pause = () =>
  new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = resolve;
    port2.postMessage(null);
  });

// The page starts in several tasks: a single one would be its longest.
for (const part of [
  () => import(/* webpackMode: "eager" */ 'react-dom/client'),
  () => import(/* webpackMode: "eager" */ '@kargo/shared-runtime/router'),
  () => import(/* webpackMode: "eager" */ './start.tsx'),
  async () => (await import(/* webpackMode: "eager" */ './start.tsx')).start(),
]) {
  await pause();
  await part();
}
