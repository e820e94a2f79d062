import { Heading } from 'shared-runtime/ui';

export default function Login() {
  return <Heading as="h1">Login</Heading>;
}
