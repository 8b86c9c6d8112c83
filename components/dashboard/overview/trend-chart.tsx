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
  /** Amounts as a line with a filled area, counts as bars. */
  kind: 'line' | 'bars';
  /** The minor units in one unit of the axis: 100 for cents. */
  unitsPerStep: number;
  /** For amounts. */
  currency?: string | undefined;
}

/** The chart alone; the table beside it has the same data. The arrow keys move along the chart. */
export default function TrendChart({ title, rows, kind, unitsPerStep, currency }: TrendChartProps) {
  const isRtl = useIsRtl();
  const ticks = axisTicks(Math.max(...rows.flatMap(({ value, previous }) => [value, previous ?? 0])), unitsPerStep);
  const compact = new Intl.NumberFormat('en', {
    notation: 'compact',
    maximumFractionDigits: 1,
    ...(currency && { style: 'currency', currency, minimumFractionDigits: 0 }),
  });
  const series = { dataKey: 'value', stroke: 'var(--primary)', isAnimationActive: false } as const;
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
          content={ChartTooltip}
          cursor={{ stroke: 'var(--control)', fill: 'var(--sunken)' }}
          isAnimationActive={false}
        />
        {kind === 'bars' ? (
          <Bar {...series} fill="var(--primary)" radius={[3, 3, 0, 0]} maxBarSize={28} />
        ) : (
          <Area
            {...series}
            type="linear"
            fill="var(--primary)"
            fillOpacity={0.14}
            strokeWidth={2}
            dot={rows.length === 1}
          />
        )}
        <Line
          dataKey="previous"
          type="linear"
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

/** The tooltip. */
function ChartTooltip({ active, payload }: TooltipContentProps) {
  const row = payload[0]?.payload as TrendRow | undefined;
  if (!active || !row) return null;
  return (
    <div className="rounded-control border border-border bg-surface px-3 py-2 text-sm shadow-card">
      <p className="text-xs text-muted">{row.label}</p>
      <p className="font-semibold tabular-nums">{row.shown}</p>
      {row.previousShown !== null && (
        <p className="text-xs text-muted tabular-nums">
          {row.previousLabel}: {row.previousShown}
        </p>
      )}
    </div>
  );
}
