import { createHash } from 'node:crypto';
import escapeHtml from 'escape-html';

/** HTML that is not escaped again. */
export interface Html {
  readonly html: string;
}

type Value = string | number | Html | readonly Html[];

/** Template tag that escapes every value except HTML. */
export function html(strings: TemplateStringsArray, ...values: Value[]): Html {
  return { html: String.raw({ raw: strings }, ...values.map(render)) };
}

function render(value: Value): string {
  if (typeof value === 'string') return escapeHtml(value);
  if (typeof value === 'number') return String(value);
  return 'html' in value ? value.html : value.map((part) => part.html).join('');
}

const style = `
:root { color-scheme: light; font: 16px/1.5 system-ui, sans-serif; color: #1c1b22; background: #f6f4f0; }
body { max-width: 42rem; margin: 0 auto; padding: 2rem 1rem 4rem; }
h1 { margin: 0 0 1.5rem; font-size: 1.75rem; line-height: 1.2; }
h2 { margin: 2rem 0 .75rem; font-size: 1.125rem; line-height: 1.3; }
a { color: #5b21b6; }
ul { list-style: none; padding: 0; margin: 1.5rem 0; }
li { padding: 1rem 0; border-top: 1px solid #ddd6ce; }
li:has(> a) { padding: 0; }
li a { display: block; padding: .75rem 0; text-decoration: none; }
li a:hover strong { text-decoration: underline; }
li h2 { margin: 0; }
li p { margin: .25rem 0 .75rem; color: #57534e; overflow-wrap: anywhere; }
small, dt { color: #57534e; }
dl { display: grid; grid-template-columns: max-content 1fr; gap: .5rem 1.5rem; margin: 0 0 1rem; }
dd { margin: 0; overflow-wrap: anywhere; }
iframe { width: 100%; height: 62rem; border: 1px solid #ddd6ce; border-radius: .5rem; background: #fff; }
pre { white-space: pre-wrap; overflow-wrap: anywhere; font: inherit; }
label, input, select, button { display: block; box-sizing: border-box; font: inherit; }
label { font-weight: 600; font-size: .9375rem; }
input, select, button { min-height: 2.75rem; border: 1px solid #78716c; border-radius: .5rem; }
input, select { width: 100%; max-width: 26rem; margin: .375rem 0 1rem; padding: .5rem .75rem; background: #fff; }
button { margin: 0 0 .75rem; padding: .5rem 1.25rem; background: #fff; color: inherit; font-weight: 600; cursor: pointer; }
button:first-of-type { border-color: #5b21b6; background: #5b21b6; color: #fff; }
:focus-visible { outline: 3px solid #5b21b6; outline-offset: 2px; }
[role=note] { margin: 0 0 1.5rem; padding: .75rem 1rem; border-radius: .5rem; background: #fde68a; }
[role=alert] { color: #b91c1c; font-weight: 600; }
[role=status] { color: #166534; font-weight: 600; }
`;

const styleHash = createHash('sha256').update(style).digest('base64');

/** For pages made by `page`: no scripts, no content of other sites, no framing by them. */
export const pageHeaders = {
  'content-type': 'text/html; charset=utf-8',
  'cache-control': 'no-store',
  'content-security-policy': [
    "default-src 'none'",
    `style-src 'sha256-${styleHash}'`,
    // For the empty icon: browsers request one.
    'img-src data:',
    // For the mails in the inbox.
    "frame-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; '),
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
};

export function page(title: string, body: Html): string {
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
<link rel="icon" href="data:,">
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
