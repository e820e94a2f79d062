import { LogoShapes } from '../drawing/LogoShapes.tsx';
import * as paint from '../drawing/paint.ts';
import { Stroke } from '../drawing/Stroke.tsx';
import { SvgText } from '../drawing/SvgText.tsx';
import { AppButton, AppScreen } from './screen-parts.tsx';

/** The first screen of the app: log in, or create an account. */
export function WelcomeScreen() {
  return (
    <AppScreen time="2:01" ground={paint.violet600} bar={paint.paper}>
      <circle cx={236} cy={70} r={170} fill={paint.violet500} opacity={0.55} />
      <Stroke
        d="M-10 236c60 30 88-10 120-44s74-60 116-22"
        color={paint.violet300}
        width={2.6}
        dots={8}
      />
      <circle cx={226} cy={170} r={7} fill={paint.lime} />
      <g transform="translate(24 62) scale(1.08)">
        <LogoShapes ground={paint.paper} sign={paint.violet600} pin={paint.lime} />
      </g>
      <path d="M0 292a28 28 0 0 1 28-28h220a28 28 0 0 1 28 28v304H0Z" fill={paint.paper} />
      <SvgText x={24} y={310} size="title" text="Welcome to Kargo" />
      <SvgText x={24} y={332} fill={paint.ink500} text="Send a parcel, or drive one." />
      <Field y={352} label="E-mail" value="maya@petal.example" />
      <Field y={414} label="Password" value="••••••••••" />
      <AppButton y={482} text="Log in" />
      <SvgText x={138} y={557} {...link} text="Create an account" />
    </AppScreen>
  );
}

const link = {
  size: 'small',
  weight: 'semibold',
  fill: paint.violet700,
  anchor: 'middle',
} as const;

function Field({ y, label, value }: { y: number; label: string; value: string }) {
  return (
    <g>
      <rect x={20} y={y} width={236} height={52} rx={12} fill={paint.mist} stroke={paint.line} />
      <SvgText x={34} y={y + 20} size="caption" fill={paint.ink500} text={label} />
      <SvgText x={34} y={y + 39} text={value} />
    </g>
  );
}
