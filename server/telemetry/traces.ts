/**
 * OpenTelemetry spans of this process, sent by OTLP over HTTP: request, action, transaction, statement and outgoing
 * call. OpenTelemetry is not registered globally: Next and libraries would add spans whose addresses and errors
 * contain typed values.
 */
import { AsyncLocalStorage } from 'node:async_hooks';
import { type Context, ROOT_CONTEXT, type Span, SpanKind, SpanStatusCode, trace } from '@opentelemetry/api';
import { W3CTraceContextPropagator } from '@opentelemetry/core';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { defaultResource, detectResources, envDetector, resourceFromAttributes } from '@opentelemetry/resources';
import { BasicTracerProvider, BatchSpanProcessor } from '@opentelemetry/sdk-trace-base';
import { describeFailure } from '#server/platform/log.ts';
import type { Observer, Operation } from '#server/platform/observe.ts';

export interface Traces {
  readonly observer: Observer;
  /** Flushes pending spans. */
  close(): Promise<void>;
}

const spanKinds: Readonly<Partial<Record<Operation['kind'], SpanKind>>> = {
  request: SpanKind.SERVER,
  call: SpanKind.CLIENT,
  statement: SpanKind.CLIENT,
};

/** Operations that begin a trace; the others only appear within one. */
const roots: ReadonlySet<Operation['kind']> = new Set(['request', 'job', 'call']);

/** Sends to OTEL_EXPORTER_OTLP_ENDPOINT. Exporter and sampler read their other variables themselves. */
export function makeTraces(): Traces {
  const provider = new BasicTracerProvider({
    resource: defaultResource()
      .merge(resourceFromAttributes({ 'service.name': 'counterfoil' }))
      .merge(detectResources({ detectors: [envDetector] })),
    spanProcessors: [new BatchSpanProcessor(new OTLPTraceExporter())],
  });
  const tracer = provider.getTracer('counterfoil');
  const current = new AsyncLocalStorage<Context>();
  return {
    observer: {
      async around(operation, work) {
        const { kind, facts } = operation;
        const around = current.getStore();
        // Pumps look for work ten times a second.
        if (kind === 'pump' || (!around && !roots.has(kind))) return await work();
        const parent = around ?? contextOf(operation.traceparent);
        const span = tracer.startSpan(spanName(operation), { kind: spanKinds[kind] ?? SpanKind.INTERNAL }, parent);
        try {
          return await current.run(trace.setSpan(parent, span), work);
        } catch (error) {
          noteFailure(span, error);
          throw error;
        } finally {
          span.setAttributes({ ...factsOf(operation), ...facts });
          if (Number(facts['http.response.status_code']) >= 500) span.setStatus({ code: SpanStatusCode.ERROR });
          span.end();
        }
      },
    },
    close: () => provider.shutdown(),
  };
}

const propagator = new W3CTraceContextPropagator();

/** The request's trace context if it is well-formed; otherwise a new trace. */
function contextOf(traceparent: string | undefined): Context {
  if (traceparent === undefined) return ROOT_CONTEXT;
  return propagator.extract(ROOT_CONTEXT, { traceparent }, { keys: Object.keys, get: (carrier, key) => carrier[key] });
}

const spanName = ({ kind, name, facts }: Operation): string =>
  kind === 'request' ? `${facts['http.request.method']} ${name}` : name;

/** The attributes by OpenTelemetry's conventions. */
function factsOf({ kind, name }: Operation): Record<string, string> {
  switch (kind) {
    case 'request':
      return { 'http.route': name };
    case 'statement':
      return { 'db.system.name': 'postgresql', 'db.operation.name': name };
    default:
      return { 'counterfoil.kind': kind };
  }
}

/** Records only kind and code: an error's message may contain a customer's data. */
function noteFailure(span: Span, error: unknown): void {
  const { error: name, code } = describeFailure(error);
  span.setStatus({ code: SpanStatusCode.ERROR });
  span.setAttribute('error.type', code ?? name);
}
