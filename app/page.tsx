import { redirect } from 'next/navigation';

/** The merchant's side is what there is at the root. */
export default function Home(): never {
  redirect('/dashboard');
}
