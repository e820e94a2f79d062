import { ink, lime, logo, orange, text, violet } from '../brand.ts';

/** Size of the picture in px, as recommended by services that show shared links. */
export const size = { width: 1200, height: 630 };

/** The picture for a shared link, as SVG: a short version of the landing page's banner. */
export const picture = `<svg xmlns="http://www.w3.org/2000/svg" width="${size.width}" height="${size.height}" viewBox="0 0 ${size.width} ${size.height}">
  <defs>
    <radialGradient id="glow" cx="0.8" cy="0.08" r="0.8">
      <stop offset="0" stop-color="#3A22A8"/><stop offset="1" stop-color="${ink[950]}"/>
    </radialGradient>
    <clipPath id="screen"><rect x="796" y="82" width="312" height="700" rx="40"/></clipPath>
  </defs>
  <rect width="100%" height="100%" fill="url(#glow)"/>
  ${route()}
  ${logo(80, 76, 68)}
  ${text('Kargo', 166, 124, 42, { display: true })}
  ${text('Send it now.', 76, 282, 96, { display: true })}
  ${text('Watch it arrive.', 76, 382, 96, { display: true })}
  ${text('Parcels, gifts and business shipments,', 80, 452, 30, { fill: ink[300] })}
  ${text('tracked live to the door.', 80, 494, 30, { fill: ink[300] })}
  ${phone()}
</svg>`;

function route(): string {
  return `<path d="M-20 560C140 590 330 600 470 578S640 520 690 470s60-70 110-64" fill="none" stroke="${violet[500]}" stroke-width="4" stroke-linecap="round" stroke-dasharray="0.1 13"/>
    <circle cx="470" cy="578" r="20" fill="${ink[950]}" stroke="${lime}" stroke-opacity="0.4" stroke-width="2.5"/>
    <circle cx="470" cy="578" r="10" fill="${lime}"/>`;
}

function phone(): string {
  const way = 'M862 470V330h180V214';
  const streets = 'M862 60v600M1042 60v600M780 214h340M780 330h340M780 470h340M780 640 1130 130';
  return `<rect x="780" y="66" width="344" height="740" rx="54" fill="#0A061C" stroke="${ink[800]}" stroke-width="2"/>
    <g clip-path="url(#screen)">
      <rect x="796" y="82" width="312" height="700" fill="#E1D9FD"/>
      <path d="M880 232h146v82H880z" fill="#DCEFD6"/>
      <path d="${streets}" stroke="#fff" stroke-width="16" fill="none"/>
      <path d="${way}" stroke="${violet[600]}" stroke-width="8" stroke-linejoin="round" stroke-linecap="round" fill="none"/>
      <circle cx="862" cy="470" r="12" fill="#fff" stroke="${violet[600]}" stroke-width="7"/>
      <g transform="translate(1042 212)">
        <path d="M0 0C-8-17-30-30-30-54a30 30 0 1 1 60 0C30-30 8-17 0 0Z" fill="${orange}"/>
        <circle cy="-54" r="11" fill="#fff"/>
      </g>
      <g transform="translate(932 330)">
        <rect x="-30" y="-17" width="60" height="34" rx="9" fill="${ink[950]}"/>
        <rect x="11" y="-11" width="12" height="22" rx="3" fill="${lime}"/>
      </g>
      <rect x="812" y="512" width="280" height="220" rx="26" fill="#fff"/>
      ${text('Express delivery', 838, 552, 19, { fill: violet[600], weight: 600 })}
      ${text('Arriving in 12 min', 838, 586, 28, { fill: ink[900], display: true })}
      <rect x="838" y="604" width="228" height="8" rx="4" fill="#EDE8FF"/>
      <rect x="838" y="604" width="152" height="8" rx="4" fill="${violet[600]}"/>
    </g>`;
}
