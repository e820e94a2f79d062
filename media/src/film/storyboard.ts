import { ink, lime, logo, orange, text, violet } from '../brand.ts';

/** Size of the film in px, and its length in seconds. */
export const film = { width: 1280, height: 720, seconds: 24.5, framesPerSecond: 25 };

const pale = { line: '#E4E0F2', mist: '#F7F5FD', lilac: '#EDE8FF' };
const park = '#DCEFD8';

/** A scene of the film, drawn for a number of seconds since its start. */
interface Scene {
  from: number;
  to: number;
  draw: (seconds: number) => string;
}

const scenes: Scene[] = [
  { from: 0, to: 3.5, draw: opening },
  { from: 3.5, to: 8, draw: (t) => step(t, '1', ['Say where', 'it goes'], addresses) },
  { from: 8, to: 12, draw: (t) => step(t, '2', ['Choose', 'how fast'], speeds) },
  { from: 12, to: 17.5, draw: (t) => step(t, '3', ['Watch it', 'on the map'], map) },
  { from: 17.5, to: 21, draw: (t) => step(t, '4', ['Signed for', 'at the door'], proof) },
  { from: 21, to: film.seconds, draw: closing },
];

/** The picture at this time of the film, as SVG. */
export function frame(seconds: number): string {
  const scene = scenes.find(({ to }) => seconds < to) ?? scenes.at(-1);
  const t = seconds - (scene?.from ?? 0);
  const length = (scene?.to ?? 0) - (scene?.from ?? 0);
  // Scenes fade in and out within a third of a second, except the start of the first and the end of
  // the last one.
  const coming = scene === scenes[0] ? 1 : between(t, 0, 0.35);
  const going = scene === scenes.at(-1) ? 1 : 1 - between(t, length - 0.25, length);
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${film.width}" height="${film.height}" viewBox="0 0 ${film.width} ${film.height}">
    <defs>
      <radialGradient id="glow" cx="0.78" cy="0.1" r="0.75">
        <stop offset="0" stop-color="#3A22A8"/><stop offset="1" stop-color="${ink[950]}"/>
      </radialGradient>
      <clipPath id="screen"><rect x="812" y="62" width="296" height="596" rx="36"/></clipPath>
    </defs>
    <rect width="100%" height="100%" fill="url(#glow)"/>
    ${route(seconds / film.seconds)}
    <g opacity="${Math.min(coming, going)}">${scene?.draw(t)}</g>
  </svg>`;
}

/** Rises from 0 to 1 between two times, slowing down towards the end. */
const between = (t: number, from: number, to: number) => 1 - (1 - evenly(t, from, to)) ** 3;

/** Rises from 0 to 1 between two times, evenly. */
function evenly(t: number, from: number, to: number): number {
  return Math.min(Math.max((t - from) / (to - from), 0), 1);
}

/** The route line behind everything; the position of its parcel shows the progress of the film. */
function route(progress: number): string {
  const line = 'M-20 612C220 596 420 706 640 672S1010 560 1300 640';
  return `<path d="${line}" fill="none" stroke="${violet[500]}" stroke-width="4" stroke-linecap="round" stroke-dasharray="0.1 13" pathLength="${13 * 104}"/>
    <g style="offset-path:path('${line}');offset-distance:${4 + progress * 92}%;offset-rotate:0deg">
      <circle r="17" fill="none" stroke="${lime}" stroke-opacity="0.4" stroke-width="3"/><circle r="9" fill="${lime}"/>
    </g>`;
}

/** Attributes of an element that fades in and rises from this time on. */
function rise(t: number, from: number): string {
  const share = between(t, from, from + 0.6);
  return `opacity="${share}" transform="translate(0 ${24 * (1 - share)})"`;
}

const sign = (t: number) =>
  `<g ${rise(t, 0.1)}>${logo(140, 168, 84)}${text('Kargo', 246, 228, 52, { display: true })}</g>`;

function opening(t: number): string {
  return `${sign(t)}
    <g ${rise(t, 0.5)}>${text('Send it now.', 136, 372, 104, { display: true })}</g>
    <g ${rise(t, 1.1)}>${text('Watch it arrive.', 136, 482, 104, { display: true })}</g>`;
}

function closing(t: number): string {
  return `${sign(t)}
    <g ${rise(t, 0.3)}>${text('Ready when', 136, 372, 104, { display: true })}${text('you are.', 136, 482, 104, { display: true })}</g>
    <g ${rise(t, 0.8)}><rect x="880" y="330" width="260" height="72" rx="18" fill="${lime}"/>${text('Get the app', 1010, 376, 28, { fill: ink[950], weight: 600, anchor: 'middle' })}</g>`;
}

/** One step: its number and headline on the left, the phone on the right. */
function step(
  t: number,
  number: string,
  lines: [string, string],
  screen: (t: number) => string,
): string {
  const shift = 40 * (1 - between(t, 0, 0.6));
  return `<g transform="translate(${-shift} 0)">
      <circle cx="172" cy="232" r="36" fill="none" stroke="${lime}" stroke-width="3"/>
      ${text(number, 172, 245, 36, { display: true, fill: lime, anchor: 'middle' })}
      ${text(lines[0], 136, 366, 92, { display: true })}
      ${text(lines[1], 136, 464, 92, { display: true })}
    </g>
    <g transform="translate(0 ${shift / 2})">
      <rect x="798" y="48" width="324" height="624" rx="50" fill="#0A061C" stroke="${ink[800]}" stroke-width="2"/>
      <g clip-path="url(#screen)"><rect x="812" y="62" width="296" height="596" fill="${pale.mist}"/>${screen(t)}</g>
    </g>`;
}

function addresses(t: number): string {
  const isReady = between(t, 3.1, 3.4);
  return `${text('New delivery', 836, 134, 28, { display: true, fill: ink[900] })}
    ${field(836, 166, 'Pickup', typed('14 Market Street', t, 0.5, 1.5), t < 1.6)}
    ${field(836, 262, 'Drop-off', typed('208 Harbour Road', t, 1.8, 2.9), t >= 1.6 && t < 3)}
    <path d="M850 246v16" stroke="${violet[600]}" stroke-width="3" stroke-linecap="round" stroke-dasharray="0.1 7"/>
    <g opacity="${0.35 + 0.65 * isReady}">${button(836, 574, 'Continue')}</g>${tap(960, 602, t, 3.6)}`;
}

function speeds(t: number): string {
  const chosen = t < 1.5 ? 0 : 1;
  const option = (index: number, name: string, note: string) => {
    const y = 166 + index * 100;
    const isChosen = index === chosen;
    return `<rect x="836" y="${y}" width="248" height="84" rx="16" fill="#fff" stroke="${isChosen ? violet[600] : pale.line}" stroke-width="${isChosen ? 3 : 1.5}"/>
      ${text(name, 856, y + 37, 20, { fill: ink[900], weight: 600 })}${text(note, 856, y + 63, 16, { fill: ink[500] })}
      <circle cx="1056" cy="${y + 42}" r="11" fill="#fff" stroke="${isChosen ? violet[600] : '#8A83A6'}" stroke-width="${isChosen ? 7 : 2}"/>`;
  };
  return `${text('How fast?', 836, 134, 28, { display: true, fill: ink[900] })}
    ${option(0, 'Standard', 'Sometime today')}${option(1, 'Express', 'Straight to the door')}${option(2, 'Scheduled', 'Pick a day and hour')}
    ${tap(1010, 310, t, 1.35)}
    ${button(836, 574, 'Book')}${tap(960, 602, t, 2.9)}`;
}

function map(t: number): string {
  const way = 'M872 470V330H1040V200';
  const share = evenly(t, 0.6, 4.6);
  const minutes = Math.max(1, Math.round(12 - 11 * share));
  const streets = [
    'M812 200h296',
    'M812 330h296',
    'M812 470h296',
    'M872 62v600',
    'M1040 62v600',
    'M800 560 1120 140',
  ];
  return `<rect x="812" y="62" width="296" height="596" fill="${pale.lilac}"/>
    <rect x="896" y="222" width="120" height="86" rx="10" fill="${park}"/>
    ${streets.map((d) => `<path d="${d}" stroke="#fff" stroke-width="14" fill="none"/>`).join('')}
    <path d="${way}" fill="none" stroke="${violet[300]}" stroke-width="8" stroke-linejoin="round"/>
    <path d="${way}" fill="none" stroke="${violet[600]}" stroke-width="8" stroke-linejoin="round" pathLength="100" stroke-dasharray="${100 * share} 200"/>
    <circle cx="872" cy="470" r="9" fill="#fff" stroke="${violet[600]}" stroke-width="6"/>
    ${pin(1040, 200)}
    <g style="offset-path:path('${way}');offset-distance:${100 * share}%;offset-rotate:auto">
      <rect x="-24" y="-14" width="48" height="28" rx="8" fill="${ink[950]}" stroke="#fff" stroke-width="2"/><rect x="8" y="-8" width="10" height="16" rx="3" fill="${lime}"/>
    </g>
    <rect x="828" y="528" width="264" height="114" rx="22" fill="#fff"/>
    ${text('Express delivery', 848, 562, 15, { fill: violet[600], weight: 600 })}
    ${text(`Arriving in ${minutes} min`, 848, 594, 25, { display: true, fill: ink[900] })}
    <rect x="848" y="612" width="224" height="8" rx="4" fill="${pale.line}"/><rect x="848" y="612" width="${8 + 216 * share}" height="8" rx="4" fill="${violet[600]}"/>`;
}

function proof(t: number): string {
  const done = between(t, 2, 2.4);
  return `${text('Sign here', 836, 134, 28, { display: true, fill: ink[900] })}
    <rect x="836" y="160" width="248" height="170" rx="16" fill="#fff" stroke="${pale.line}" stroke-width="2"/>
    <path d="M856 300h208" stroke="${pale.line}" stroke-width="2"/>
    <path d="M868 282c18-60 40-78 44-52s-22 58-6 54 24-46 34-46-8 38 4 40 20-28 30-28-6 26 6 26 22-20 44-30" fill="none" stroke="${ink[900]}" stroke-width="4" stroke-linecap="round" stroke-linejoin="round" pathLength="100" stroke-dasharray="${100 * evenly(t, 0.5, 1.7)} 200"/>
    <g opacity="${done}" transform="translate(0 ${16 * (1 - done)})">
      <rect x="836" y="358" width="248" height="132" rx="20" fill="#E7F7F0"/>
      <circle cx="880" cy="424" r="22" fill="#0B6B47"/><path d="m870 424 7 7 13-14" fill="none" stroke="#fff" stroke-width="4" stroke-linecap="round" stroke-linejoin="round"/>
      ${text('Delivered', 918, 418, 24, { display: true, fill: '#0B6B47' })}${text('The proof is yours', 918, 446, 16, { fill: '#0B6B47' })}
    </g>
    ${button(836, 574, 'Done')}`;
}

/** The part of the text that is typed at this time. */
function typed(content: string, t: number, from: number, to: number): string {
  return content.slice(0, Math.round(content.length * evenly(t, from, to)));
}

function field(x: number, y: number, label: string, value: string, isFocused: boolean): string {
  return `<rect x="${x}" y="${y}" width="248" height="80" rx="14" fill="#fff" stroke="${isFocused ? violet[600] : pale.line}" stroke-width="${isFocused ? 3 : 1.5}"/>
    ${text(label, x + 16, y + 31, 15, { fill: ink[500], weight: 500 })}${text(value, x + 16, y + 59, 20, { fill: ink[900], weight: 600 })}`;
}

function button(x: number, y: number, label: string): string {
  return `<rect x="${x}" y="${y}" width="248" height="56" rx="14" fill="${violet[600]}"/>${text(label, x + 124, y + 35, 19, { weight: 600, anchor: 'middle' })}`;
}

/** A finger's touch, from the time `at` on. */
function tap(x: number, y: number, t: number, at: number): string {
  const grown = between(t, at, at + 0.4);
  if (grown === 0 || grown === 1) return '';
  return `<circle cx="${x}" cy="${y}" r="${10 + 26 * grown}" fill="${violet[500]}" opacity="${0.5 * (1 - grown)}"/>`;
}

function pin(x: number, y: number): string {
  return `<path transform="translate(${x} ${y})" d="M0 0s-23-21-23-39a23 23 0 0 1 46 0c0 18-23 39-23 39Z" fill="${orange}"/><circle cx="${x}" cy="${y - 39}" r="9" fill="#fff"/>`;
}
