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

/** A product's images and videos in display order. */
export function MediaRows({ rows, onChange, problems }: MediaRowsProps) {
  const [announcement, setAnnouncement] = useState('');
  // The row that was added last gets the focus.
  const [added, setAdded] = useState<number>();
  const change = (key: number, part: Partial<MediaRow>) =>
    onChange(rows.map((row) => (row.key === key ? { ...row, ...part } : row)));
  return (
    <div className="flex flex-col gap-4">
      {rows.length > 0 && (
        <ol className="flex flex-col gap-4">
          {rows.map((row, index) => (
            <li key={row.key} className="flex flex-col gap-3 rounded-control border border-border p-3">
              <div className="flex items-center gap-3">
                <Thumbnail key={row.thumbnail || row.url} row={row} />
                <span className="min-w-0 flex-1 text-sm font-medium">
                  {index + 1}. {row.type === 'video' ? 'Video' : 'Image'}
                </span>
                <OrderButtons
                  label={`media item ${index + 1}`}
                  index={index}
                  count={rows.length}
                  onMove={(to) => {
                    onChange(movedTo(rows, index, to));
                    setAnnouncement(`Moved to position ${to + 1} of ${rows.length}.`);
                  }}
                  onRemove={() => {
                    onChange(rows.filter(({ key }) => key !== row.key));
                    setAnnouncement('Removed.');
                  }}
                />
              </div>
              <MediaFields
                row={row}
                position={index + 1}
                isAdded={row.key === added}
                onChange={(part) => change(row.key, part)}
                problems={problems}
              />
            </li>
          ))}
        </ol>
      )}
      <p role="status" className="sr-only">
        {announcement}
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
          Add media
        </Button>
      )}
    </div>
  );
}

interface MediaFieldsProps {
  row: MediaRow;
  position: number;
  isAdded: boolean;
  onChange: (part: Partial<MediaRow>) => void;
  problems: ProductProblems;
}

function MediaFields({
  row: { key, type, url, alt, thumbnail },
  position,
  isAdded,
  onChange,
  problems,
}: MediaFieldsProps) {
  // The number is visible in the heading above.
  const numbered = (label: string) => (
    <>
      {label}
      <span className="sr-only"> {position}</span>
    </>
  );
  const urlField = (name: 'url' | 'thumbnail', label: string, value: string) => (
    <Field label={numbered(label)} optional={name === 'thumbnail'} error={problems[`media.${key}.${name}`]}>
      <Input
        value={value}
        // Most video URLs have a telling extension.
        onChange={({ target }) =>
          onChange(
            name === 'thumbnail'
              ? { thumbnail: target.value }
              : { url: target.value, ...(isVideoUrl(target.value) && { type: 'video' as const }) },
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
      <Field label={numbered('Type')}>
        <Select
          {...(isAdded && { ref: focusOnMount })}
          value={type}
          onChange={({ target }) => onChange({ type: target.value as MediaRow['type'] })}
        >
          <option value="image">Image</option>
          <option value="video">Video</option>
        </Select>
      </Field>
      {urlField('url', 'URL', url)}
      <Field
        label={numbered('Alt text')}
        hint="Describes the image for screen readers."
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
      {type === 'video' && <div className="sm:col-span-2">{urlField('thumbnail', 'Thumbnail URL', thumbnail)}</div>}
    </div>
  );
}

const isVideoUrl = (url: string): boolean => /\.(?:mp4|webm|mov|m4v|ogv)(?:$|[?#])/i.test(url);

/** A preview of the image at the URL. Keyed by URL. */
function Thumbnail({ row: { type, url, thumbnail } }: { row: MediaRow }) {
  const source = type === 'video' ? thumbnail : url;
  const Icon = type === 'video' ? Film : ImageIcon;
  const icon = <Icon className="size-5" aria-hidden />;
  return (
    <span className="grid size-14 shrink-0 place-items-center overflow-hidden rounded-control bg-sunken text-muted">
      {isWebUrl(source) ? <Picture src={source} alt="" className="size-full object-cover" fallback={icon} /> : icon}
    </span>
  );
}

const isWebUrl = (text: string): boolean => /^https?:\/\/[^\s\\]+\.[^\s\\]+$/i.test(text.trim());
