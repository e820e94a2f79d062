import { paint } from '../../paint.ts';
import { Parcel } from './map-parts.tsx';
import { AppButton, Card, HomeIndicator, StatusBar } from './screen-parts.tsx';
import { Words } from './Words.tsx';

/** Proof of delivery: a photo at the door and a signature. */
export function ProofScreen() {
  return (
    <>
      <rect width={276} height={596} fill={paint.mist} />
      <StatusBar time="2:26" />
      <circle cx={38} cy={74} r={18} fill={paint.lime} />
      <path
        d="m30 74 6 6 11-12"
        fill="none"
        stroke={paint.ink950}
        strokeWidth={3}
        strokeLinecap="round"
        strokeLinejoin="round"
      />
      <Words x={66} y={72} size="title" weight="bold" face="display">
        Delivered
      </Words>
      <Words x={66} y={90} size="small" fill={paint.ink500}>
        Today, 2:26 PM · KG-4127
      </Words>
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
      <Words x={61} y={138} size="caption" weight="semibold" anchor="middle">
        Photo
      </Words>
      <Card y={312} height={138}>
        <Words x={36} y={338} size="small" weight="semibold">
          Signature
        </Words>
        <path
          d="M54 404c18-34 34-52 40-40s-26 50-14 48 20-34 28-30-8 26 2 24 12-18 20-18-2 18 8 16 14-26 22-24-4 24 6 22 18-12 50-22"
          fill="none"
          stroke={paint.ink900}
          strokeWidth={2.6}
          strokeLinecap="round"
          strokeLinejoin="round"
        />
        <path d="M36 424h204" stroke={paint.lineStrong} strokeDasharray="2 4" />
        <Words x={36} y={441} size="caption" fill={paint.ink500}>
          M. Lee, 208 Harbour Road
        </Words>
      </Card>
      <Words x={138} y={486} size="small" fill={paint.ink500} anchor="middle">
        Kept in the app with your receipt
      </Words>
      <AppButton y={516} fill={paint.ink900}>
        Share the proof
      </AppButton>
      <HomeIndicator />
    </>
  );
}
