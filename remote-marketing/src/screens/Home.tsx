import { Heading } from 'shared-runtime/ui';

export default function Home() {
  return <Heading as="h1">Home</Heading>;
}
