import { type CsvColumn, csvHead, csvLines } from '#server/domain/csv.ts';

interface StreamedFile {
  /** With what is after the last dot. */
  readonly name: string;
  /** `text/csv` and the like. */
  readonly type: string;
  /** What goes out at once. */
  readonly head: string;
  /** The rest, a part at a time, each made when there is room for it. */
  readonly parts: AsyncIterable<string>;
}

/**
 * A file as it is made: as fast as it is taken, no more of it at a time than one part, and no further once whoever takes
 * it has gone. Where a part fails the download breaks off, so that nobody takes what is there for the whole.
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

/** Rows as a CSV file with those columns. */
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
