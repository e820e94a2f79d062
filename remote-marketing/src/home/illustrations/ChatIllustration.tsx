import { Handset, Initials } from 'shared-ui/app-screens/screen-parts';
import { Drawing } from 'shared-ui/drawing/Drawing';
import * as paint from 'shared-ui/drawing/paint';
import { SvgText } from 'shared-ui/drawing/SvgText';

/** Two messages, and the button that calls. */
export function ChatIllustration() {
  return (
    <Drawing aria-hidden w="full" h="auto" viewBox="0 0 400 190">
      <Initials x={0} y={14} size={44} />
      <rect x={58} y={8} width={226} height={56} rx={20} fill={paint.mist} />
      <SvgText x={78} y={41} size="subtitle" text="I'm at your door in five." />
      <rect x={150} y={80} width={250} height={56} rx={20} fill={paint.violet600} />
      <SvgText
        x={170}
        y={113}
        size="subtitle"
        fill={paint.paper}
        text="Great, please ring twice."
      />
      <rect x={58} y={146} width={128} height={44} rx={22} fill={paint.lime} />
      <Handset x={84} y={168} scale={1.1} fill={paint.ink950} />
      <SvgText x={104} y={173} size="button" weight="semibold" text="Call driver" />
    </Drawing>
  );
}
