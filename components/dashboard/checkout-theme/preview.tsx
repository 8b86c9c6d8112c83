'use client';
import { useState } from 'react';
import { Alert } from '#components/ui/alert.tsx';
import { SegmentedControl } from '#components/ui/forms/segmented-control.tsx';
import type { SampleState } from '#server/storefront/checkout/sample.ts';
import { type Device, PreviewFrame } from './preview-frame.tsx';
import { type Side, sideNames, stateNames } from './theme-words.ts';
import type { Preview as PreviewOf } from './use-preview.ts';

interface PreviewProps {
  preview: PreviewOf;
  side: Side;
  state: SampleState;
  onState: (state: SampleState) => void;
}

const states = Object.entries(stateNames).map(([value, label]) => ({ value: value as SampleState, label }));
const deviceNames: Readonly<Record<Device, string>> = { phone: 'Phone', desktop: 'Desktop' };
const devices = Object.entries(deviceNames).map(([value, label]) => ({ value: value as Device, label }));

/** A preview of the checkout in any state. */
export function Preview({ preview, side, state, onState }: PreviewProps) {
  const [device, setDevice] = useState<Device>('phone');
  const title = `Checkout preview: ${stateNames[state]}, ${sideNames[side]}`;
  return (
    <section aria-labelledby="preview" className="flex min-w-0 flex-col gap-3">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h2 id="preview" className="font-semibold">
          Preview
        </h2>
        <SegmentedControl label="Preview width" hideLabel options={devices} value={device} onChange={setDevice} />
      </div>
      <SegmentedControl label="Preview state" hideLabel options={states} value={state} onChange={onState} />
      {preview.failure && <Alert tone="warning">{preview.failure} Retrying automatically.</Alert>}
      <PreviewFrame html={preview.html} title={title} device={device} />
      <p className="text-sm text-muted">Preview only.</p>
    </section>
  );
}
