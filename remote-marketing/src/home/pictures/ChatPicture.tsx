import { paint } from '../../paint.ts';
import { Drawing } from '../app-screens/Drawing.tsx';
import { Initials } from '../app-screens/screen-parts.tsx';
import { Words } from '../app-screens/Words.tsx';

/** Two messages, and the button that calls. */
export function ChatPicture() {
  return (
    <Drawing aria-hidden w="full" h="auto" viewBox="0 0 400 190">
      <Initials x={0} y={14} size={44}>
        DR
      </Initials>
      <rect x={58} y={8} width={226} height={56} rx={20} fill={paint.mist} />
      <Words x={78} y={41} size="subtitle">
        I'm at your door in five.
      </Words>
      <rect x={150} y={80} width={250} height={56} rx={20} fill={paint.violet600} />
      <Words x={170} y={113} size="subtitle" fill={paint.paper}>
        Great, please ring twice.
      </Words>
      <g transform="translate(58 146)">
        <rect width={128} height={44} rx={22} fill={paint.lime} />
        <path
          transform="translate(26 22) scale(1.1)"
          d="M-6-6.6h3.2l1.5 3.9-2 1.4a9.4 9.4 0 0 0 4.2 4.2l1.4-2 3.9 1.5v3.2a1.6 1.6 0 0 1-1.7 1.6A12.6 12.6 0 0 1-7.6-4.9 1.6 1.6 0 0 1-6-6.6Z"
          fill={paint.ink950}
        />
        <Words x={46} y={27} size="button" weight="semibold" fill={paint.ink950}>
          Call driver
        </Words>
      </g>
    </Drawing>
  );
}
