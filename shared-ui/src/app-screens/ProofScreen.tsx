import { Parcel } from '../drawing/map.tsx';
import * as paint from '../drawing/paint.ts';
import { Signature } from '../drawing/Signature.tsx';
import { Stroke } from '../drawing/Stroke.tsx';
import { SvgText } from '../drawing/SvgText.tsx';
import { AppButton, AppScreen, Card, FootNote } from './screen-parts.tsx';

/** Proof of delivery: a photo at the door and a signature. */
export function ProofScreen() {
  return (
    <AppScreen time="2:26">
      <circle cx={38} cy={74} r={18} fill={paint.lime} />
      <Stroke d="m30 74 6 6 11-12" color={paint.ink950} width={3} />
      <SvgText x={66} y={72} size="title" text="Delivered" />
      <SvgText x={66} y={90} size="small" fill={paint.ink500} text="Today, 2:26 PM · KG-4127" />
      <rect x={20} y={112} width={236} height={186} rx={16} fill={paint.block} />
      <path d="M20 250h236v32a16 16 0 0 1-16 16H36a16 16 0 0 1-16-16Z" fill={paint.violet300} />
      <rect x={86} y={130} width={104} height={124} rx={6} fill={paint.violet700} />
      <rect x={94} y={138} width={88} height={116} rx={3} fill={paint.violet600} />
      <rect x={104} y={148} width={30} height={44} rx={3} fill={paint.violet500} />
      <rect x={142} y={148} width={30} height={44} rx={3} fill={paint.violet500} />
      <circle cx={170} cy={212} r={4} fill={paint.lime} />
      <rect x={72} y={252} width={132} height={9} rx={3} fill={paint.ink800} />
      <Parcel x={108} y={210} size={48} />
      <rect x={30} y={122} width={62} height={24} rx={12} fill={paint.paper} />
      <SvgText x={61} y={138} size="caption" weight="semibold" anchor="middle" text="Photo" />
      <Card y={312} height={138}>
        <SvgText x={36} y={338} size="small" weight="semibold" text="Signature" />
        <Signature x={54} y={404} />
        <path d="M36 424h204" stroke={paint.lineStrong} strokeDasharray="2 4" />
        <SvgText
          x={36}
          y={441}
          size="caption"
          fill={paint.ink500}
          text="M. Lee, 208 Harbour Road"
        />
      </Card>
      <FootNote y={486} text="Kept in the app with your receipt" />
      <AppButton y={516} fill={paint.ink900} text="Share the proof" />
    </AppScreen>
  );
}
