import { paint } from '../../paint.ts';
import { AppButton, HomeIndicator, StatusBar } from './screen-parts.tsx';
import { Words } from './Words.tsx';

/** The first screen of the app: log in, or create an account. */
export function WelcomeScreen() {
  return (
    <>
      <rect width={276} height={596} fill={paint.violet600} />
      <circle cx={236} cy={70} r={170} fill={paint.violet500} opacity={0.55} />
      <StatusBar time="2:01" fill={paint.paper} />
      <path
        d="M-10 236c60 30 88-10 120-44s74-60 116-22"
        fill="none"
        stroke={paint.violet300}
        strokeWidth={2.6}
        strokeDasharray="0.1 8"
        strokeLinecap="round"
      />
      <circle cx={226} cy={170} r={7} fill={paint.lime} />
      <g transform="translate(24 62) scale(1.08)">
        <rect width={48} height={48} rx={13} fill={paint.paper} />
        <path d="M15 12v24" stroke={paint.violet600} strokeWidth={5.5} strokeLinecap="round" />
        <path
          d="M33 14 22.5 24 33 36"
          fill="none"
          stroke={paint.violet600}
          strokeWidth={5.5}
          strokeLinecap="round"
          strokeLinejoin="round"
        />
        <circle
          cx={33.5}
          cy={13.5}
          r={5.2}
          fill={paint.lime}
          stroke={paint.paper}
          strokeWidth={2.4}
        />
      </g>
      <path d="M0 292a28 28 0 0 1 28-28h220a28 28 0 0 1 28 28v304H0Z" fill={paint.paper} />
      <Words x={24} y={310} size="title" weight="bold" face="display">
        Welcome to Kargo
      </Words>
      <Words x={24} y={332} fill={paint.ink500}>
        Send a parcel, or drive one.
      </Words>
      <Field y={352} label="E-mail" value="maya@petal.example" />
      <Field y={414} label="Password" value="••••••••••" />
      <AppButton y={482}>Log in</AppButton>
      <Words x={138} y={557} size="small" weight="semibold" fill={paint.violet700} anchor="middle">
        Create an account
      </Words>
      <HomeIndicator />
    </>
  );
}

function Field({ y, label, value }: { y: number; label: string; value: string }) {
  return (
    <g>
      <rect x={20} y={y} width={236} height={52} rx={12} fill={paint.mist} stroke={paint.line} />
      <Words x={34} y={y + 20} size="caption" fill={paint.ink500}>
        {label}
      </Words>
      <Words x={34} y={y + 39}>
        {value}
      </Words>
    </g>
  );
}
