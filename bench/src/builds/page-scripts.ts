const scriptPreloads =
  /<link rel="(?:module)?preload"[^>]*\bas="script"[^>]*>|<link rel="modulepreload"[^>]*>/g;
const scripts = /<script\b[^>]*>.*?<\/script>/gs;

/** A page without scripts, and without what is written for them. */
export function withoutScripts(html: string): string {
  return html.replace(scriptPreloads, '').replace(scripts, '');
}

/** A page that preloads these scripts, and none besides. */
export function preloading(html: string, urls: readonly string[]): string {
  const links = urls.map((url) => `<link rel="preload" as="script" href="${url}">`);
  return html.replace(scriptPreloads, '').replace('</head>', () => `${links.join('')}</head>`);
}
