const scriptPreloads =
  /<link rel="(?:module)?preload"[^>]*\bas="script"[^>]*>|<link rel="modulepreload"[^>]*>/g;
const scripts = /<script\b[^>]*>.*?<\/script>/gs;

/** Removes scripts and their preload links from a page. */
export function withoutScripts(html: string): string {
  return html.replace(scriptPreloads, '').replace(scripts, '');
}

/** Makes a page preload these scripts and no others. */
export function preloading(html: string, urls: readonly string[]): string {
  const links = urls.map((url) => `<link rel="preload" as="script" href="${url}">`);
  return html.replace(scriptPreloads, '').replace('</head>', () => `${links.join('')}</head>`);
}
