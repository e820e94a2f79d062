import { Heading } from 'shared-runtime/ui';

export default function About() {
  return <Heading as="h1">About</Heading>;
}
