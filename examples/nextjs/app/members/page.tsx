import { cookies } from 'next/headers';
import { hasAccess } from '../../lib/orders';

export default async function Members() {
  const visitor = (await cookies()).get('visitor')?.value;
  if (visitor && hasAccess(visitor)) {
    return (
      <main>
        <h1>Welcome</h1>
        <p>You have access.</p>
      </main>
    );
  }
  // The buyer can return before the webhook arrives.
  return (
    <main>
      <meta httpEquiv="refresh" content="1" />
      <h1>Waiting for your payment</h1>
      <a href="/">Back</a>
    </main>
  );
}
