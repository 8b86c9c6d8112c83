'use client';
import { useSyncExternalStore } from 'react';
import {
  Area,
  Bar,
  CartesianGrid,
  ComposedChart,
  Line,
  ResponsiveContainer,
  Tooltip,
  type TooltipContentProps,
  XAxis,
  YAxis,
} from 'recharts';
import { axisTicks } from './axis-ticks.ts';
import type { TrendRow } from './trend.tsx';

const never = () => () => {};
const useIsRtl = (): boolean =>
  useSyncExternalStore(
    never,
    () => getComputedStyle(document.documentElement).direction === 'rtl',
    () => false,
  );

const axis = { tickLine: false, axisLine: false, tick: { fill: 'var(--muted)', fontSize: 12 } } as const;

interface TrendChartProps {
  title: string;
  rows: readonly TrendRow[];
  /** Amounts as a line with what is below it, counts as bars. */
  kind: 'line' | 'bars';
  /** How many of the values' units one on the axis is: 100 of cents. */
  unitsPerStep: number;
  /** Of amounts. */
  currency?: string | undefined;
}

/** The drawing alone; what it says stands in a table beside it. The arrow keys walk along it. */
export default function TrendChart({ title, rows, kind, unitsPerStep, currency }: TrendChartProps) {
  const isRtl = useIsRtl();
  const ticks = axisTicks(Math.max(...rows.flatMap(({ value, before }) => [value, before ?? 0])), unitsPerStep);
  const compact = new Intl.NumberFormat('en', {
    notation: 'compact',
    maximumFractionDigits: 1,
    ...(currency && { style: 'currency', currency, minimumFractionDigits: 0 }),
  });
  const now = { dataKey: 'value', stroke: 'var(--primary)', isAnimationActive: false } as const;
  return (
    <ResponsiveContainer width="100%" height="100%">
      <ComposedChart data={[...rows]} title={title} margin={{ top: 8, right: 4, bottom: 0, left: 4 }}>
        <CartesianGrid vertical={false} stroke="var(--border)" />
        <XAxis dataKey="label" reversed={isRtl} minTickGap={28} {...axis} />
        <YAxis
          orientation={isRtl ? 'right' : 'left'}
          width={currency ? 64 : 44}
          ticks={ticks}
          domain={[0, ticks.at(-1) ?? 'auto']}
          tickFormatter={(value: number) => compact.format(value / unitsPerStep)}
          {...axis}
        />
        <Tooltip
          content={Hint}
          cursor={{ stroke: 'var(--control)', fill: 'var(--sunken)' }}
          isAnimationActive={false}
        />
        {kind === 'bars' ? (
          <Bar {...now} fill="var(--primary)" radius={[3, 3, 0, 0]} maxBarSize={28} />
        ) : (
          <Area
            {...now}
            type="monotone"
            fill="var(--primary)"
            fillOpacity={0.14}
            strokeWidth={2}
            dot={rows.length === 1}
          />
        )}
        <Line
          dataKey="before"
          type="monotone"
          stroke="var(--muted)"
          strokeDasharray="4 4"
          strokeWidth={1.5}
          dot={false}
          isAnimationActive={false}
        />
      </ComposedChart>
    </ResponsiveContainer>
  );
}

/** What stands beside the pointer. */
function Hint({ active, payload }: TooltipContentProps) {
  const row = payload[0]?.payload as TrendRow | undefined;
  if (!active || !row) return null;
  return (
    <div className="rounded-control border border-border bg-surface px-3 py-2 text-sm shadow-card">
      <p className="text-xs text-muted">{row.label}</p>
      <p className="font-semibold tabular-nums">{row.shown}</p>
      {row.beforeShown !== null && (
        <p className="text-xs text-muted tabular-nums">
          {row.beforeLabel}: {row.beforeShown}
        </p>
      )}
    </div>
  );
}
