import { type CsvColumn, csvHead, csvLines } from '#server/domain/csv.ts';

interface StreamedFile {
  /** With its extension. */
  readonly name: string;
  /** A media type such as `text/csv`. */
  readonly type: string;
  /** Sent before any part is read. */
  readonly head: string;
  /** The rest, each part produced when the reader has room for it. */
  readonly parts: AsyncIterable<string>;
}

/**
 * Streams a file with backpressure: one part in memory at a time. Stops when the client disconnects. If a part fails, the
 * download aborts, so that a truncated file never looks complete.
 */
export function streamedFile({ name, type, head, parts }: StreamedFile): Response {
  const text = new TextEncoder();
  const reading = parts[Symbol.asyncIterator]();
  const body = new ReadableStream<Uint8Array>(
    {
      start: (stream) => {
        if (head !== '') stream.enqueue(text.encode(head));
      },
      async pull(stream) {
        const { value, done } = await reading.next();
        if (done) stream.close();
        else stream.enqueue(text.encode(value));
      },
      async cancel() {
        await reading.return?.();
      },
    },
    { highWaterMark: 1 },
  );
  return new Response(body, { headers: fileHeaders(name, type) });
}

const fileHeaders = (name: string, type: string) => ({
  'Content-Type': `${type}; charset=utf-8`,
  'Content-Disposition': `attachment; filename="${name}"`,
  'Cache-Control': 'private, no-store',
});

/** Streams rows as a CSV file. */
export function csvFile<Row>(
  name: string,
  columns: readonly CsvColumn<Row>[],
  batches: AsyncIterable<readonly Row[]>,
): Response {
  return streamedFile({ name, type: 'text/csv', head: csvHead(columns), parts: linesOf(columns, batches) });
}

async function* linesOf<Row>(columns: readonly CsvColumn<Row>[], batches: AsyncIterable<readonly Row[]>) {
  for await (const rows of batches) yield csvLines(columns, rows);
}
