import { Stroke } from './Stroke.tsx';

interface LogoShapesProps {
  ground: string;
  sign: string;
  pin: string;
}

/** The mark on 48 × 48: a K whose stem is the road and whose arm ends in the pin. */
export function LogoShapes({ ground, sign, pin }: LogoShapesProps) {
  return (
    <>
      <rect width="48" height="48" rx="13" fill={ground} />
      <Stroke d="M15 12v24" color={sign} width={5.5} />
      <Stroke d="M33 14 22.5 24 33 36" color={sign} width={5.5} />
      <circle cx="33.5" cy="13.5" r="5.2" fill={pin} stroke={ground} strokeWidth="2.4" />
    </>
  );
}
