import { encode } from 'uqr';

/** A QR code, dark on light in both themes because scanners require it. */
export function QrCode({ value, label }: { value: string; label: string }) {
  const { size, data } = encode(value, { border: 3 });
  const dark = data.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : [])));
  return (
    <svg
      viewBox={`0 0 ${size} ${size}`}
      role="img"
      aria-label={label}
      className="size-48 rounded-control bg-white"
      shapeRendering="crispEdges"
    >
      <path d={dark.join('')} fill="#000" />
    </svg>
  );
}
