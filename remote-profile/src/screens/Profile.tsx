import { Heading } from 'shared-runtime/ui';

export default function Profile() {
  return <Heading as="h1">Profile</Heading>;
}
