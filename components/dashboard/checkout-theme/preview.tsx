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

/** What buyers would see, in any state that they can meet. */
export function Preview({ preview, side, state, onState }: PreviewProps) {
  const [device, setDevice] = useState<Device>('phone');
  const title = `Checkout preview: ${stateNames[state]}, ${sideNames[side]}`;
  return (
    <section aria-labelledby="preview" className="flex min-w-0 flex-col gap-3">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h2 id="preview" className="font-semibold">
          Preview
        </h2>
        <SegmentedControl
          label="Width of the preview"
          hideLabel
          options={devices}
          value={device}
          onChange={setDevice}
        />
      </div>
      <SegmentedControl label="What the preview shows" hideLabel options={states} value={state} onChange={onState} />
      {preview.failure && <Alert tone="warning">{preview.failure} It is tried again by itself.</Alert>}
      <PreviewFrame html={preview.html} title={title} device={device} />
      <p className="text-sm text-muted">
        A picture of the real page, with a product of yours: nothing in it can be pressed.
      </p>
    </section>
  );
}
