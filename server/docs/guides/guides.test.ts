/** The guides' calls, queries and links, checked against the API. */
import { parse, validate } from 'graphql';
import { describe, expect, test } from 'vitest';
import { docsContents } from '#app/docs/contents.ts';
import { actions } from '#server/actions/index.ts';
import { schema } from '#server/graphql/schema.ts';
import { fillIn, sampleValue } from '../placeholders.ts';
import { guides } from './index.ts';

const steps = guides.flatMap(({ slug, steps: own }) => own.map((step) => [`${slug}: ${step.title}`, step] as const));

describe.each(steps)('%s', (_, { call, query, text }) => {
  test('sends a body that the action accepts', () => {
    if (!call) return;
    const action = [...actions].find(([name]) => name === call.action)?.[1];
    expect(action, call.action).toBeDefined();
    expect(action?.input.safeParse(fillIn(call.body, sampleValue)).error?.issues ?? []).toEqual([]);
  });

  test('queries fields that the GraphQL schema has', () => {
    if (query) expect(validate(schema, parse(query))).toEqual([]);
  });

  test('links to sections that exist', () => {
    const targets = docsContents().flatMap(({ href, entries }) => [href, ...entries.map((entry) => entry.href)]);
    const links = text.flatMap((paragraph) => [...paragraph.matchAll(/\]\(([^)]+)\)/g)].map(([, href]) => href ?? ''));
    expect(links.filter((href) => !targets.includes(href))).toEqual([]);
  });
});
