import { Button, chakra, Flex } from 'shared-runtime/ui';
import { useStoreLinks } from './use-store-links.ts';

/** Links to the app's store listings, drawn by us: the stores' own badges may not be altered. */
export function StoreButtons({ surface }: { surface: 'dark' | 'light' }) {
  const { ios, android } = useStoreLinks();
  return (
    <Flex wrap="wrap" gap="3">
      <Button asChild size="lg" variant={surface === 'dark' ? 'lime' : 'solid'}>
        <a href={ios}>
          <Glyph d="M8 2.75h8A2.25 2.25 0 0 1 18.25 5v14A2.25 2.25 0 0 1 16 21.25H8A2.25 2.25 0 0 1 5.75 19V5A2.25 2.25 0 0 1 8 2.75Zm2.25 0v1c0 .55.45 1 1 1h1.5a1 1 0 0 0 1-1v-1" />
          Get the iPhone app
        </a>
      </Button>
      <Button asChild size="lg" variant={surface === 'dark' ? 'outline-dark' : 'outline'}>
        <a href={android}>
          <Glyph d="M7.5 2.75h9a1.75 1.75 0 0 1 1.75 1.75v15a1.75 1.75 0 0 1-1.75 1.75h-9a1.75 1.75 0 0 1-1.75-1.75v-15A1.75 1.75 0 0 1 7.5 2.75ZM12 5.5h.01M10.25 18.25h3.5" />
          Get the Android app
        </a>
      </Button>
    </Flex>
  );
}

function Glyph({ d }: { d: string }) {
  return (
    <chakra.svg
      aria-hidden
      w="1.375rem"
      h="1.375rem"
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.75"
      strokeLinecap="round"
      strokeLinejoin="round"
    >
      <path d={d} />
    </chakra.svg>
  );
}
