/** A message from a reviewer or the operator. */
export function OperatorNote({ text, by }: { text: string; by: 'reviewer' | 'operator' }) {
  return (
    <figure className="mt-2">
      <figcaption className="font-medium">Message from the {by}</figcaption>
      <blockquote className="mt-1 border-s-2 border-control ps-3 break-words whitespace-pre-line">{text}</blockquote>
    </figure>
  );
}
