import { createHash } from 'node:crypto';
import {
  type BoardApp,
  type BoardChange,
  type BoardRelease,
  failuresInWords,
  type ReleaseBoard,
} from '@kargo/release-log/log/release-board';
import escapeHtml from 'escape-html';

/** HTML, as opposed to a text. */
class Html extends String {}

type Value = Html | string | number | undefined | false | readonly Value[];

/** Makes HTML: what is put into it is escaped, unless it was made here. */
const html = (parts: TemplateStringsArray, ...values: Value[]): Html =>
  new Html(String.raw({ raw: parts }, ...values.map(escaped)));

function escaped(value: Value): string {
  if (Array.isArray(value)) return value.map(escaped).join('');
  return value instanceof Html ? `${value}` : escapeHtml(`${value || value === 0 ? value : ''}`);
}

/** What is measured in pages: up to where a value is good, and from where on it is poor. */
const vitals = [
  { row: 'LCP', of: 'lcp', good: 2.5, poor: 4, unit: ' s' },
  { row: 'INP', of: 'inp', good: 0.2, poor: 0.5, unit: ' s' },
  { row: 'CLS', of: 'cls', good: 0.1, poor: 0.25, unit: '' },
] as const;

/**
 * Returns the release board as a page without scripts, which loads itself again.
 *
 * @param site the origin of the site
 * @param isPaused whether it stays as it is, for whoever reads longer than five seconds
 */
export function boardPage(board: ReleaseBoard, site: string, isPaused: boolean): string {
  const { apps, problems, changes, since } = board;
  const pause = isPaused
    ? html`<a href="/">Refresh again</a>`
    : html`<a href="/?paused">Stop refreshing</a>`;
  return html`<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
${!isPaused && html`<meta http-equiv="refresh" content="5">`}<title>Release board – Kargo</title><style>${new Html(style)}</style></head>
<body><header>${logo}<h1>Release board</h1><p>${site}</p>${pause}</header>
<main>${problems.map((problem) => html`<p class="danger">${problem}</p>`)}
<section><h2>What visitors get</h2><div class="apps">${apps.map(cardOf)}</div>${apps.length === 0 && html`<p>Nothing has been published yet.</p>`}</section>
<section><h2>Last changes</h2><table class="card changes"><thead><tr><th scope="col">When</th><th scope="col">What</th></tr></thead><tbody>${changes.map(changeRow)}</tbody></table></section>
</main><footer>As pages told this gateway: views and failures within the last hour; 75th percentiles by the shell’s version and the app’s routes since ${minute(since)}. Times are UTC.</footer></body></html>
`.toString();
}

function cardOf({ app, owner, current, canary, fallbacks, frozen, ended }: BoardApp): Html {
  const releases = canary ? [current, canary] : [current];
  const row = (name: string, cell: (release: BoardRelease) => Html) =>
    html`<tr><th scope="row">${name}</th>${releases.map(cell)}</tr>`;
  return html`<article class="card"><h3>${app} <small>${owner}</small></h3>
<table><thead><tr><td></td><th scope="col">Current</th>${canary && html`<th scope="col">Canary for ${canary.percent} %</th>`}</tr></thead><tbody>
${row('Release', ({ version }) => html`<td><code>${version}</code></td>`)}
${row('Since', ({ at, by }) => html`<td>${minute(at)} <small>by ${by}</small></td>`)}
${row('Failed', failedCell)}
${vitals.map((vital) => row(vital.row, (release) => vitalCell(release[vital.of], vital)))}
<tr><th scope="row">Behind it</th><td colspan="${releases.length}">${fallbacks.length > 0 ? fallbacks.map((version) => html`<code>${version}</code> `) : 'nothing'}</td></tr></tbody></table>
${frozen && html`<p class="warning"><b>Frozen</b> since ${minute(frozen.at)} by ${frozen.by}: ${frozen.reason}</p>`}
${ended && html`<p class="danger"><b>Canary ended</b> ${minute(ended.at)}: <code>${ended.version}</code> failed in ${ended.failures} of ${ended.views} views, the current release in ${ended.currentFailures} of ${ended.currentViews}.</p>`}</article>`;
}

function failedCell(release: BoardRelease): Html {
  const rating = release.failures < 0.02 * release.views ? 'fair' : 'poor';
  return html`<td class="${release.failures > 0 && rating}">${failuresInWords(release)}</td>`;
}

function vitalCell(value: number | undefined, { good, poor, unit }: (typeof vitals)[number]): Html {
  if (value === undefined) return html`<td>–</td>`;
  const rating = value > poor ? 'poor' : value > good && 'fair';
  return html`<td class="${rating}">${value.toFixed(2)}${unit} ${rating}</td>`;
}

const changeRow = ({ at, app, what, version, by }: BoardChange): Html =>
  html`<tr><td>${minute(at)}</td><td><b>${app}</b> ${what.replace(/ %$/, '\u00a0%')}${/^(released|promoted|went back)$/.test(what) && html` <code>${version}</code>`} <small>by ${by}</small></td></tr>`;

/** Such as `30 Nov, 14:05`, in UTC; with the year if that is another one. */
function minute(at: string): Html {
  const isOfThisYear = new Date(at).getUTCFullYear() === new Date().getUTCFullYear();
  const time = new Date(at).toLocaleString('en-GB', {
    ...{ day: 'numeric', month: 'short', hour: '2-digit', minute: '2-digit', timeZone: 'UTC' },
    year: isOfThisYear ? undefined : 'numeric',
  });
  return html`<time datetime="${at}">${time}</time>`;
}

const logo = html`<svg viewBox="0 0 48 48" width="36" height="36" aria-hidden="true"><rect width="48" height="48" rx="13" fill="#5B37F0"/><path d="M15 12v24" stroke="#fff" stroke-width="5.5" stroke-linecap="round"/><path d="M33 14 22.5 24 33 36" fill="none" stroke="#fff" stroke-width="5.5" stroke-linecap="round" stroke-linejoin="round"/><circle cx="33.5" cy="13.5" r="5.2" fill="#C8F169" stroke="#5B37F0" stroke-width="2.4"/></svg>`;

const style = `
:root{color-scheme:light}*{box-sizing:border-box;margin:0}
body{background:#F7F5FD;color:#1B1240;font:15px/1.45 "Instrument Sans Variable","Instrument Sans",system-ui,sans-serif;overflow-wrap:anywhere}
header,main,footer{padding:16px clamp(16px,3vw,48px)}
header{display:flex;flex-wrap:wrap;align-items:center;gap:4px 14px;padding-block:14px;background:#120B2E;color:#fff}
header p{flex:1 1 160px;color:#B9B3D1}header a{color:#C8F169;padding:8px 0}a:focus-visible{outline:3px solid #C8F169;outline-offset:2px}
h1,h2,h3{font:700 24px/1.2 "Bricolage Grotesque Variable","Bricolage Grotesque",system-ui,sans-serif;letter-spacing:-.02em}
h2{font-size:19px;margin-bottom:8px}h3{font-size:18px;margin-bottom:4px}
small{font:14px/1.45 "Instrument Sans Variable","Instrument Sans",system-ui,sans-serif;letter-spacing:0}
small,footer{font-size:14px;color:#655D87}code{font:14px ui-monospace,SFMono-Regular,Menlo,monospace}
main,.apps{display:grid;gap:16px 20px}.apps{grid-template-columns:repeat(auto-fill,minmax(min(100%,380px),1fr))}
@media(min-width:1100px){main{grid-template-columns:minmax(0,1fr) minmax(320px,400px)}}
.card{background:#fff;border-radius:20px;padding:12px 20px;box-shadow:0 1px 2px rgb(18 11 46/.06),0 2px 8px rgb(18 11 46/.05)}
table{width:100%;border-spacing:0;font-variant-numeric:tabular-nums}
th,td{padding:3px 12px 3px 0;text-align:left;vertical-align:baseline;border-top:1px solid #E4E0F2}thead *{border:0;font-weight:600}
tbody th{width:84px;font-weight:500}tbody th,.changes td:first-child{color:#4B4370}.changes td:first-child{width:1%;white-space:nowrap}
.apps thead th+th,.apps td+td{background:#F7F5FD;padding-left:10px}
.fair,.warning{color:#7A4B00}.poor,.danger{color:#B42318}.poor{font-weight:600}
p.warning,p.danger{margin-top:8px;padding:8px 12px;border-radius:10px;background:#FFF6E0}p.danger{background:#FEF0EE}
main>p.danger{margin:0;grid-column:1/-1}footer{padding-top:0}`;

const hash = createHash('sha256').update(style).digest('base64');
/** Of the board and of what else is on its port: nothing of it may load, run or be framed. */
export const boardPolicy = `default-src 'none';style-src 'sha256-${hash}';base-uri 'none';form-action 'none';frame-ancestors 'none'`;
