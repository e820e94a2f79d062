import { createHash } from 'node:crypto';
import type { AppRecord, LoggedRelease } from '@kargo/release-log/log/app-record';
import { endedSentence } from '@kargo/release-log/log/ended-canary';
import type { LogChange } from '@kargo/release-log/log/log-history';
import { lineOf } from '@kargo/release-log/plain-text';
import { stepsAhead } from '@kargo/release-log/rules/rollout';
import escapeHtml from 'escape-html';
import type { Published } from '../releases/site/published.ts';
import type { GatewayParts } from '../reports/reports.ts';
import type { Figures } from './release-board.ts';

/** A text that is HTML and needs no escaping. */
class Html extends String {}

type Value = Html | string | number | undefined | false | readonly Value[];

/** Makes HTML. Escapes inserted values, unless they were made here. */
const html = (parts: TemplateStringsArray, ...values: Value[]): Html =>
  new Html(String.raw({ raw: parts }, ...values.map(escaped)));

function escaped(value: Value): string {
  if (Array.isArray(value)) return value.map(escaped).join('');
  if (value instanceof Html) return `${value}`;
  return escapeHtml(lineOf(`${value || value === 0 ? value : ''}`));
}

interface Board extends Pick<GatewayParts, 'env' | 'currentReleases' | 'metrics'> {
  published: Published;
  figures: ReadonlyMap<string, Figures>;
  /** How well the objectives were met since the counters started. */
  objectives: string;
  /** Newest first. */
  changes: readonly LogChange[];
}

/** Returns the release board as a page without scripts. */
export function boardPage(board: Board): string {
  const { env, published, objectives, metrics, changes } = board;
  const cards = [...published.state.records.values()].map(({ record }) => cardOf(record, board));
  return html`<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>Release board – Kargo</title><style>${new Html(style)}</style></head>
<body><header>${logo}<h1>Release board</h1><p>${env.SITE_URL}</p><a href="/?paused">Stop refreshing</a></header>
<main>${published.problems.map((problem) => html`<p class="danger">${problem}</p>`)}
<section><h2>What visitors get</h2><div class="apps">${cards.length > 0 ? cards : 'Nothing yet.'}</div></section>
<section><h2>Last changes</h2><table class="card changes"><thead><tr><th scope="col">When</th><th scope="col">What</th></tr></thead><tbody>${changes.map(changeRow)}</tbody></table>
<h2>Objectives</h2><p class="card">Since ${minute(metrics.since.toISOString())} at this gateway: ${objectives}.</p></section>
</main><footer>Views, failures and 75th percentiles are those that pages reported to this gateway within the last hour. Times are UTC.</footer></body></html>
`.toString();
}

function cardOf({ app, current, next, frozen }: AppRecord, board: Board): Html | undefined {
  if (!current) return undefined;
  const { published, figures } = board;
  const releases = next ? [current, next] : [current];
  const row = (name: string, cell: (release: LoggedRelease) => Value) =>
    html`<tr><th scope="row">${name}</th>${releases.map((it) => html`<td>${cell(it)}</td>`)}</tr>`;
  const figuresOf = ({ version }: LoggedRelease) => figures.get(`${app} ${version}`) ?? {};
  const [, ...fallbacks] = published.releaseMap[app] ?? [];
  const ended = board.currentReleases.ended.all.find((canary) => canary.app === app);
  return html`<article class="card"><h3>${app} <small>${published.releases.get(app)?.owner}</small></h3>
<table><thead><tr><td></td><th scope="col">Current</th>${next && html`<th scope="col">Canary for ${next.percent} %</th>`}</tr></thead><tbody>
${row('Release', ({ version }) => html`<code>${version}</code>`)}
${row('Since', ({ at, by }) => html`${minute(at)} <small>by ${by}</small>`)}
${Object.keys(figuresOf(current)).map((name) => row(name, (release) => figuresOf(release)[name]))}
${next?.rollout && html`<tr><th scope="row">Next</th><td></td><td>${stepsAhead(next, Date.now())}</td></tr>`}
<tr><th scope="row">Behind it</th><td colspan="${releases.length}">${fallbacks.length > 0 ? fallbacks.map(({ version }) => html`<code>${version}</code> `) : 'nothing'}</td></tr></tbody></table>
${frozen && html`<p class="warning"><b>Frozen</b> since ${minute(frozen.at)} by ${frozen.by}: ${frozen.reason}</p>`}
${ended && html`<p class="danger">${endedSentence(ended)}</p>`}</article>`;
}

const changeRow = ({ at, app, what, current, by }: LogChange): Html =>
  html`<tr><td>${minute(at)}</td><td><b>${app}</b> ${what}${/^(released|promoted|rolled out|went back)$/.test(what) && html` <code>${current}</code>`} <small>by ${by}</small></td></tr>`;

/** Returns a time such as `30 Nov, 14:05`, in UTC. */
function minute(at: string): Html {
  const day = { day: 'numeric', month: 'short' } as const;
  const form = { ...day, hour: '2-digit', minute: '2-digit', timeZone: 'UTC' } as const;
  return html`<time datetime="${at}">${new Date(at).toLocaleString('en-GB', form)}</time>`;
}

const logo = html`<svg viewBox="0 0 48 48" width="36" height="36" aria-hidden="true"><rect width="48" height="48" rx="13" fill="#5B37F0"/><path d="M15 12v24" stroke="#fff" stroke-width="5.5" stroke-linecap="round"/><path d="M33 14 22.5 24 33 36" fill="none" stroke="#fff" stroke-width="5.5" stroke-linecap="round" stroke-linejoin="round"/><circle cx="33.5" cy="13.5" r="5.2" fill="#C8F169" stroke="#5B37F0" stroke-width="2.4"/></svg>`;

const style = `
:root{color-scheme:light}*{box-sizing:border-box;margin:0}
body{background:#F7F5FD;color:#1B1240;font:15px/1.45 "Instrument Sans Variable","Instrument Sans",system-ui,sans-serif;overflow-wrap:anywhere}
header,main,footer{padding:16px clamp(16px,3vw,48px)}
header{display:flex;flex-wrap:wrap;align-items:center;gap:4px 14px;padding-block:14px;background:#120B2E;color:#fff}
header p{flex:1 1 160px;color:#B9B3D1}header a{color:#C8F169;padding:8px 0}a:focus-visible{outline:3px solid #C8F169;outline-offset:2px}
h1,h2,h3{font:700 24px/1.2 "Bricolage Grotesque Variable","Bricolage Grotesque",system-ui,sans-serif;letter-spacing:-.02em}
h2{font-size:19px;margin-bottom:8px}*+h2{margin-top:16px}h3{font-size:18px;margin-bottom:4px}
small{font:14px/1.45 "Instrument Sans Variable","Instrument Sans",system-ui,sans-serif;letter-spacing:0}
small,footer{font-size:14px;color:#655D87}code{font:14px ui-monospace,SFMono-Regular,Menlo,monospace}
main,.apps{display:grid;gap:16px 20px}.apps{grid-template-columns:repeat(auto-fill,minmax(min(100%,380px),1fr))}
@media(min-width:1100px){main{grid-template-columns:minmax(0,1fr) minmax(320px,400px)}}
.card{background:#fff;border-radius:20px;padding:12px 20px;box-shadow:0 1px 2px rgb(18 11 46/.06),0 2px 8px rgb(18 11 46/.05)}
table{width:100%;border-spacing:0;font-variant-numeric:tabular-nums}
th,td{padding:3px 12px 3px 0;text-align:left;vertical-align:baseline;border-top:1px solid #E4E0F2}thead *{border:0;font-weight:600}
tbody th{width:84px;font-weight:500}tbody th,.changes td:first-child{color:#4B4370}.changes td:first-child{width:1%;white-space:nowrap}
.apps thead th+th,.apps td+td{background:#F7F5FD;padding-left:10px}
.warning,.danger{margin-top:8px;padding:8px 12px;border-radius:10px;color:#7A4B00;background:#FFF6E0}.danger{color:#B42318;background:#FEF0EE}
main>p.danger{margin:0;grid-column:1/-1}footer{padding-top:0}`;

const hash = createHash('sha256').update(style).digest('base64');
/** The policy of all responses on this port: they may not load or run anything, or be framed. */
export const boardPolicy = `default-src 'none';style-src 'sha256-${hash}';base-uri 'none';form-action 'none';frame-ancestors 'none'`;
