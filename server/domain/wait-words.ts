/** A waiting time in a natural unit: "1 second", "20 minutes", "3 hours". */
export function waitWords(seconds: number): string {
  if (seconds < 120) return counted(Math.max(1, Math.ceil(seconds)), 'second');
  return seconds < 7200 ? counted(Math.ceil(seconds / 60), 'minute') : counted(Math.ceil(seconds / 3600), 'hour');
}

const counted = (count: number, unit: string): string => `${count} ${unit}${count === 1 ? '' : 's'}`;
