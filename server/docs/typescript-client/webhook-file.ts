/** The client's webhook events: a union by event type. */
import { isDeepStrictEqual } from 'node:util';
import { webhookBodies } from '#server/webhooks/rules/webhook-body.ts';
import { type JsonSchema, responseSchemaOf } from '../json-schema.ts';
import { documentedEvents, fieldGroups } from '../webhook-guide.ts';
import { comment, fileHead, interfaceText, pascalCase, type TypeStyle } from './type-text.ts';

const style: TypeStyle = { isInput: false };
const groupType = (name: string): string => `${pascalCase(name.replaceAll(' ', '-'))}Data`;

export function webhookFile(): string {
  const groups = fieldGroups.map(({ name, schema }) =>
    interfaceText(groupType(name), schema, style, `The ${name} fields of \`data\`.`),
  );
  const rows = documentedEvents.map(({ name, when }) => {
    return `${comment(when, '  ')}  '${name}': ${dataType(name)};\n`;
  });
  return [
    fileHead('The events of webhooks.'),
    ...groups,
    `/** \`data\` by event type. */\nexport interface WebhookData {\n${rows.join('')}}\n`,
    'export type WebhookEventType = keyof WebhookData;\n',
    envelopeText(),
    eventText,
  ].join('\n');
}

/** The groups of an event's fields, of which one may be partial. */
function dataType(eventType: string): string {
  const schema = dataOf(eventType);
  const parts = fieldGroups.flatMap(({ name, schema: group }) => {
    const names = Object.keys(group.properties ?? {});
    if (!names.every((field) => schema.properties?.[field])) return [];
    const needed = (group.required ?? []).filter((field) => schema.required?.includes(field));
    if (needed.length === group.required?.length) return [{ names, text: groupType(name), needed }];
    if (needed.length === 0) return [{ names, text: `Partial<${groupType(name)}>`, needed }];
    throw new Error(`${eventType} has a part of the ${name} fields`);
  });
  const names = new Set(parts.flatMap((part) => part.names));
  const needed = new Set(parts.flatMap((part) => part.needed));
  const isComplete =
    isDeepStrictEqual(new Set(Object.keys(schema.properties ?? {})), names) &&
    isDeepStrictEqual(new Set(schema.required), needed);
  if (!isComplete) throw new Error(`${eventType} has fields beside its groups`);
  return parts.map(({ text }) => text).join(' & ');
}

const dataOf = (eventType: string): JsonSchema => {
  const body = webhookBodies.find((one) => one.eventType === eventType);
  return (body && responseSchemaOf(body.schema).properties?.data) ?? {};
};

/** The fields beside `eventType` and `data`, which are the same for all events. */
function envelopeText(): string {
  const [first] = webhookBodies;
  const { properties = {}, required = [] } = first ? responseSchemaOf(first.schema) : {};
  const { eventType: _, data: __, ...common } = properties;
  const schema = { properties: common, required: required.filter((name) => name in common) };
  return interfaceText('WebhookEnvelope', schema, style, 'The fields of every event.');
}

const eventText = `/** An event. \`eventType\` decides the fields of \`data\`. */
export type WebhookEvent<Type extends WebhookEventType = WebhookEventType> = Type extends unknown
  ? WebhookEnvelope & { eventType: Type; data: WebhookData[Type] }
  : never;
`;
