'use client';
import { Film, ImageIcon, Plus } from 'lucide-react';
import { useState } from 'react';
import { Button } from '#components/ui/button.tsx';
import { focusOnMount } from '#components/ui/focus-on-mount.ts';
import { Field, GroupError } from '#components/ui/forms/field.tsx';
import { Input } from '#components/ui/forms/input.tsx';
import { Select } from '#components/ui/forms/select.tsx';
import { movedTo, OrderButtons } from '#components/ui/order-buttons.tsx';
import { Picture } from '#components/ui/picture.tsx';
import { type MediaRow, nextKey } from './product-draft.ts';
import type { ProductProblems } from './product-problems.ts';

const maxMedia = 20;

interface MediaRowsProps {
  rows: readonly MediaRow[];
  onChange: (rows: readonly MediaRow[]) => void;
  problems: ProductProblems;
}

/** A product's pictures and videos, in the order in which buyers see them. */
export function MediaRows({ rows, onChange, problems }: MediaRowsProps) {
  const [said, setSaid] = useState('');
  // The row that was added last: the focus goes there.
  const [added, setAdded] = useState<number>();
  const change = (key: number, part: Partial<MediaRow>) =>
    onChange(rows.map((row) => (row.key === key ? { ...row, ...part } : row)));
  return (
    <div className="flex flex-col gap-4">
      {rows.length > 0 && (
        <ol className="flex flex-col gap-4">
          {rows.map((row, place) => (
            <li key={row.key} className="flex flex-col gap-3 rounded-control border border-border p-3">
              <div className="flex items-center gap-3">
                <Thumbnail key={row.thumbnail || row.url} row={row} />
                <span className="min-w-0 flex-1 text-sm font-medium">
                  {place + 1}. {row.type === 'video' ? 'Video' : 'Picture'}
                </span>
                <OrderButtons
                  what={`picture or video ${place + 1}`}
                  place={place}
                  count={rows.length}
                  onMove={(to) => {
                    onChange(movedTo(rows, place, to));
                    setSaid(`Now at place ${to + 1} of ${rows.length}.`);
                  }}
                  onRemove={() => {
                    onChange(rows.filter(({ key }) => key !== row.key));
                    setSaid('Removed.');
                  }}
                />
              </div>
              <MediaFields
                row={row}
                place={place + 1}
                isAdded={row.key === added}
                onChange={(part) => change(row.key, part)}
                problems={problems}
              />
            </li>
          ))}
        </ol>
      )}
      <p role="status" className="sr-only">
        {said}
      </p>
      <GroupError value={rows}>{problems.media}</GroupError>
      {rows.length < maxMedia && (
        <Button
          size="small"
          className="self-start"
          onClick={() => {
            setAdded(nextKey(rows));
            onChange([...rows, { key: nextKey(rows), type: 'image', url: '', alt: '', thumbnail: '' }]);
          }}
        >
          <Plus className="size-4" aria-hidden />
          Add a picture or video
        </Button>
      )}
    </div>
  );
}

interface MediaFieldsProps {
  row: MediaRow;
  place: number;
  isAdded: boolean;
  onChange: (part: Partial<MediaRow>) => void;
  problems: ProductProblems;
}

function MediaFields({
  row: { key, type, url, alt, thumbnail },
  place,
  isAdded,
  onChange,
  problems,
}: MediaFieldsProps) {
  // Sighted users read the number in the heading above.
  const numbered = (label: string) => (
    <>
      {label}
      <span className="sr-only"> {place}</span>
    </>
  );
  const address = (name: 'url' | 'thumbnail', label: string, value: string) => (
    <Field label={numbered(label)} optional={name === 'thumbnail'} error={problems[`media.${key}.${name}`]}>
      <Input
        value={value}
        // Whether it is a film can be seen of most addresses.
        onChange={({ target }) =>
          onChange(
            name === 'thumbnail'
              ? { thumbnail: target.value }
              : { url: target.value, ...(isFilm(target.value) && { type: 'video' as const }) },
          )
        }
        type="url"
        inputMode="url"
        autoComplete="off"
        placeholder="https://"
      />
    </Field>
  );
  return (
    <div className="grid gap-3 sm:grid-cols-[8rem_minmax(0,1fr)]">
      <Field label={numbered('Kind')}>
        <Select
          {...(isAdded && { ref: focusOnMount })}
          value={type}
          onChange={({ target }) => onChange({ type: target.value as MediaRow['type'] })}
        >
          <option value="image">Picture</option>
          <option value="video">Video</option>
        </Select>
      </Field>
      {address('url', 'Address', url)}
      <Field
        label={numbered('What it shows')}
        hint="For those who do not see it."
        error={problems[`media.${key}.alt`]}
        className="sm:col-span-2"
      >
        <Input
          value={alt}
          onChange={({ target }) => onChange({ alt: target.value })}
          maxLength={500}
          autoComplete="off"
        />
      </Field>
      {type === 'video' && <div className="sm:col-span-2">{address('thumbnail', 'Still picture', thumbnail)}</div>}
    </div>
  );
}

const isFilm = (url: string): boolean => /\.(?:mp4|webm|mov|m4v|ogv)(?:$|[?#])/i.test(url);

/** What the address leads to, where that is a picture; anew for each address. */
function Thumbnail({ row: { type, url, thumbnail } }: { row: MediaRow }) {
  const address = type === 'video' ? thumbnail : url;
  const Icon = type === 'video' ? Film : ImageIcon;
  const icon = <Icon className="size-5" aria-hidden />;
  return (
    <span className="grid size-14 shrink-0 place-items-center overflow-hidden rounded-control bg-sunken text-muted">
      {isWebAddress(address) ? (
        <Picture src={address} alt="" className="size-full object-cover" fallback={icon} />
      ) : (
        icon
      )}
    </span>
  );
}

const isWebAddress = (text: string): boolean => /^https?:\/\/[^\s\\]+\.[^\s\\]+$/i.test(text.trim());
