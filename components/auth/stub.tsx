import { clsx } from 'clsx';

const lines = [
  ['Item', 'Field notes, PDF'],
  ['Paid', '$29.00'],
  ['No.', '000 417'],
] as const;

/** A torn ticket that decorates the authentication pages. */
export function Stub({ className }: { className?: string }) {
  return (
    <div
      aria-hidden
      className={clsx('flex w-full max-w-lg -rotate-3 text-[#10301f] drop-shadow-2xl select-none', className)}
    >
      <div className="flex-1 rounded-s-2xl bg-[#f4efe2] p-7">
        <p className="font-mono text-xs tracking-[0.3em] uppercase">Receipt</p>
        <dl className="mt-6 flex flex-col gap-3">
          {lines.map(([term, value]) => (
            <div
              key={term}
              className="flex justify-between gap-6 border-b border-dashed border-[#10301f]/30 pb-2 text-sm"
            >
              <dt className="opacity-70">{term}</dt>
              <dd className="font-mono">{value}</dd>
            </div>
          ))}
        </dl>
      </div>
      <div className="w-0 border-s-4 border-dotted border-[#17603f]" />
      <div className="flex w-32 translate-y-3 rotate-2 flex-col justify-between rounded-e-2xl bg-[#e6dcc0] p-5">
        <p className="font-mono text-xs tracking-[0.2em] uppercase">Stub</p>
        <p className="font-mono text-3xl font-semibold">417</p>
      </div>
    </div>
  );
}
