import { createHash } from 'node:crypto';

/** Text that is HTML already and is not escaped again. */
export interface Html {
  readonly html: string;
}

type Value = string | number | Html | readonly Html[];

/** Template tag for HTML: every value is escaped unless it is HTML itself. */
export function html(strings: TemplateStringsArray, ...values: Value[]): Html {
  return { html: String.raw({ raw: strings }, ...values.map(render)) };
}

function render(value: Value): string {
  if (typeof value === 'string') return escapeText(value);
  if (typeof value === 'number') return String(value);
  return 'html' in value ? value.html : value.map((part) => part.html).join('');
}

const escapeText = (text: string) =>
  text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#39;');

const style = `
:root { color-scheme: light; font: 16px/1.5 system-ui, sans-serif; color: #1c1b22; background: #faf8f5; }
body { max-width: 46rem; margin: 0 auto; padding: 2rem 1rem; }
a { color: #5b21b6; }
ul { list-style: none; padding: 0; }
li { border-top: 1px solid #ddd6ce; }
li a { display: block; padding: .75rem 0; }
small, dt { color: #57534e; }
dl { display: grid; grid-template-columns: max-content 1fr; gap: .25rem 1rem; }
dd { margin: 0; overflow-wrap: anywhere; }
pre { white-space: pre-wrap; overflow-wrap: anywhere; font: inherit; }
iframe { width: 100%; height: 70vh; border: 1px solid #ddd6ce; background: #fff; }
label, input, select, button { display: block; font: inherit; }
input { width: 100%; max-width: 24rem; box-sizing: border-box; margin: .25rem 0 1rem; padding: .5rem; }
select { max-width: 100%; margin: .25rem 0 1rem; padding: .5rem; }
button { margin: 0 0 .75rem; padding: .5rem 1rem; }
[role=note] { padding: .75rem 1rem; background: #fde68a; }
[role=alert] { color: #b91c1c; }
`;

const styleHash = createHash('sha256').update(style).digest('base64');

/** Headers of a page made by `page`: no script, no foreign content, shown in no other site. */
export const pageHeaders = {
  'content-type': 'text/html; charset=utf-8',
  'cache-control': 'no-store',
  'content-security-policy': [
    "default-src 'none'",
    `style-src 'sha256-${styleHash}'`,
    "frame-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; '),
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
};

/** A whole HTML document. */
export function page(title: string, body: Html): string {
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
<style>${{ html: style }}</style>
</head>
<body>
<main>
<h1>${title}</h1>
${body}
</main>
</body>
</html>
`.html;
}
