'use client';
import { useMutation } from '@tanstack/react-query';
import { useRouter } from 'next/navigation';
import type { Answer, Problems } from '#components/auth/call-auth.ts';

/** An error of an /api/auth endpoint, with its problems by field. */
class AuthRefused extends Error {
  override name = 'AuthRefused';
  readonly problems: Problems;
  readonly code: string;

  constructor(problems: Problems, code: string) {
    super(problems.form ?? Object.values(problems.fields ?? {}).join(' '));
    this.problems = problems;
    this.code = code;
  }
}

/** A change of the account as a mutation. Refreshes the page on success. */
export function useAuth<Body = void, Data = unknown>(call: (body: Body) => Promise<Answer<Data>>) {
  const router = useRouter();
  return useMutation<Data, AuthRefused, Body>({
    mutationFn: async (body) => {
      const answer = await call(body);
      if (answer.problems) throw new AuthRefused(answer.problems, answer.code ?? '');
      return answer.data;
    },
    onSuccess: () => router.refresh(),
  });
}
