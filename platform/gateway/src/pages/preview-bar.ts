import escapeHtml from 'escape-html';
import { leavePath, type SeenPreview, type ShownPreview } from '../releases/site/previews.ts';

/**
 * Returns the bar, with its style and script. It says what a preview shows, or why it shows none.
 *
 * @param path where leaving the preview leads
 */
export function previewBar(preview: SeenPreview, path: string) {
  const isShown = 'apps' in preview;
  const form = `<form method="post" action="${leavePath}?to=${encodeURIComponent(path)}"><button>${isShown ? 'Leave' : 'Close'}</button></form>`;
  const content = (isShown ? shownIn(preview) : problemIn(preview)) + form;
  const apps = isShown ? JSON.stringify(preview.apps) : '{}';
  const html = `<section id="kargo-preview" data-testid="preview-bar" aria-label="Preview" data-apps="${escapeHtml(apps)}">${content}</section>`;
  return { html, style, script: isShown ? makeRoom + followReleases : makeRoom };
}

function shownIn({ apps, by, until, token }: ShownPreview): string {
  const names = Object.entries(apps).map(
    ([app, version]) => `<b>${escapeHtml(app)}</b> ${escapeHtml(version)}`,
  );
  return `<p><strong>Preview</strong> ${names.join(', ')}<span>signed by ${escapeHtml(by)}, until <time datetime="${until.toISOString()}">${inWords(until)}</time></span></p>
<p role="status"></p>
<button type="button" data-token="${escapeHtml(token)}">Copy link</button>
`;
}

const problemIn = ({ problem }: { problem: string }): string =>
  `<p role="status"><strong>No preview</strong> ${escapeHtml(problem)} You see the site as everybody does.</p>`;

/** Returns a time such as `30 Nov 2026, 14:05 UTC`. */
const inWords = (date: Date): string =>
  `${date.toLocaleString('en-GB', { dateStyle: 'medium', timeStyle: 'short', timeZone: 'UTC' })} UTC`;

const style = `
#kargo-preview{position:sticky;bottom:0;z-index:1000;display:flex;flex-wrap:wrap;align-items:center;gap:8px 12px;padding:10px clamp(16px,4vw,40px);background:#120B2E;color:#fff;border-top:3px solid #C8F169;font-size:15px;line-height:1.4}
#kargo-preview p{margin:0}
#kargo-preview p:first-child{flex:1 1 260px;overflow-wrap:anywhere}
#kargo-preview strong{margin-right:8px;color:#C8F169}
#kargo-preview span{display:block;color:#B9B3D1;font-size:14px}
#kargo-preview [role=status]:empty{display:none}
#kargo-preview button{min-height:44px;padding:0 18px;border:1.5px solid #B7A6FF;border-radius:12px;background:none;color:#fff;font:inherit;font-weight:600;cursor:pointer}
#kargo-preview button:hover{background:#2A1E5C}
#kargo-preview button:focus-visible{outline:3px solid #C8F169;outline-offset:2px}
html{scroll-padding-bottom:calc(var(--preview-bar-height,120px) + 20px)}
@media print{#kargo-preview{display:none}}`;

/** Keeps fixed elements above the bar, and makes leaving lead to the page that is open by then. */
const makeRoom = `
document.querySelector('#kargo-preview form').onsubmit=e=>{e.target.action='${leavePath}?to='+encodeURIComponent(location.pathname)};
new ResizeObserver(([{target}])=>document.documentElement.style.setProperty('--preview-bar-height',target.offsetHeight+'px'))
.observe(document.getElementById('kargo-preview'));`;

/** Copies the link, and says when a fallback replaces a previewed release that failed. */
const followReleases = `
{const bar=document.getElementById('kargo-preview'),
status=bar.querySelector('[role=status]'),
apps=JSON.parse(bar.dataset.apps),
copy=bar.querySelector('[data-token]');
copy.hidden=!navigator.clipboard;
copy.onclick=()=>navigator.clipboard.writeText(location.origin+location.pathname+'?kargo-preview='+copy.dataset.token)
.then(()=>{status.textContent='Link copied.'},()=>{status.textContent='The link could not be copied.'});
const look=()=>{for(const {dataset:{remote,release}} of document.querySelectorAll('[data-remote][data-release]'))
if(apps[remote]&&release&&release!==apps[remote])
status.textContent=remote+' '+apps[remote]+' failed here. '+remote+' '+release+' is shown in its place.'};
new MutationObserver(look).observe(document.getElementById('root'),{subtree:true,childList:true,attributeFilter:['data-release']});
look()}`;
