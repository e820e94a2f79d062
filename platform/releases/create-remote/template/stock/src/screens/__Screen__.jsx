import { useSession } from '@kargo/shared-runtime/session';
import './__Screen__.css';

/** The screen at __path__. */
export default function Screen() {
  const { token } = useSession();
  return (
    <section className="__name__">
      <h1 tabIndex={-1}>__Screen__</h1>
      <p>{token ? 'You are signed in.' : 'You are signed out.'}</p>
    </section>
  );
}
