import { Box } from 'shared-runtime/ui';
import { Drawing } from 'shared-ui/drawing/Drawing';
import { MapOrigin, MapPin, MapRoute, MapVan, StreetMap } from 'shared-ui/drawing/map';
import * as paint from 'shared-ui/drawing/paint';
import { SvgText } from 'shared-ui/drawing/SvgText';

const nightColors = {
  ground: paint.violet600,
  block: paint.violet700,
  park: paint.violet700,
  tree: paint.violet500,
  street: paint.violet500,
};

/** The map with a van on its way, filling the rest of its card. */
export function LiveMapIllustration() {
  return (
    <Box position="relative" flex="1" minH="20rem">
      <Drawing
        aria-hidden
        position="absolute"
        inset="0"
        w="full"
        h="full"
        viewBox="0 92 276 330"
        preserveAspectRatio="xMidYMin slice"
      >
        <StreetMap colors={nightColors} />
        <linearGradient id="live-map-fade" x1="0" y1="0" x2="0" y2="1">
          <stop stopColor={paint.violet600} />
          <stop offset="1" stopColor={paint.violet600} stopOpacity={0} />
        </linearGradient>
        <rect y={91} width={276} height={64} fill="url(#live-map-fade)" />
        <MapRoute
          d="M60 390V252h122v-96"
          driven="M60 390V252h64"
          color={paint.lime}
          edge={paint.violet700}
        />
        <MapOrigin x={60} y={384} />
        <MapPin x={182} y={152} />
        <MapVan x={134} y={252} />
        <g transform="translate(64 192)">
          <rect y={2} width={108} height={36} rx={18} fill={paint.ink950} opacity={0.1} />
          <rect width={108} height={36} rx={18} fill={paint.ink950} />
          <circle cx={19} cy={18} r={5} fill={paint.lime} />
          <SvgText
            x={31}
            y={22.5}
            size="small"
            weight="semibold"
            fill={paint.paper}
            text="12 min away"
          />
        </g>
      </Drawing>
    </Box>
  );
}
