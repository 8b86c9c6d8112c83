import { CircleCheck, OctagonAlert, TriangleAlert } from 'lucide-react';
import { Badge } from '#components/ui/badge.tsx';

const looks = {
  success: { tone: 'success', icon: CircleCheck },
  rejected: { tone: 'warning', icon: TriangleAlert },
  failed: { tone: 'danger', icon: OctagonAlert },
} as const;

/** The HTTP status of a response. */
export function StatusCode({ status }: { status: number }) {
  const { tone, icon: Icon } = looks[status < 400 ? 'success' : status < 500 ? 'rejected' : 'failed'];
  return (
    <Badge tone={tone} className="tabular-nums">
      <Icon className="size-3" aria-hidden />
      <span className="sr-only">Status</span>
      {status}
    </Badge>
  );
}
