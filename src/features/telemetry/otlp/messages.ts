/**
 * The OTLP messages this program sends, one row per field: its number on the wire and its kind. Both encodings are made
 * from this table. `id` is bytes that JSON writes as hex; 64-bit numbers are strings in JSON.
 */
export type Scalar = 'string' | 'bool' | 'double' | 'int64' | 'fixed64' | 'enum' | 'id'

export interface Field {
  readonly tag: number
  readonly kind: Scalar | MessageName
  readonly many?: true
}

type Row = Readonly<Record<string, Field>>

const one = (tag: number, kind: Field['kind']): Field => ({ tag, kind })
const many = (tag: number, kind: Field['kind']): Field => ({ tag, kind, many: true })

export type MessageName =
  | 'ExportMetricsServiceRequest'
  | 'ExportLogsServiceRequest'
  | 'ExportTraceServiceRequest'
  | 'ResourceMetrics'
  | 'ResourceLogs'
  | 'ResourceSpans'
  | 'ScopeMetrics'
  | 'ScopeLogs'
  | 'ScopeSpans'
  | 'Resource'
  | 'InstrumentationScope'
  | 'KeyValue'
  | 'AnyValue'
  | 'ArrayValue'
  | 'Metric'
  | 'Sum'
  | 'NumberDataPoint'
  | 'LogRecord'
  | 'Span'
  | 'SpanEvent'
  | 'Status'

const MESSAGES: Readonly<Record<MessageName, Row>> = {
  ExportMetricsServiceRequest: { resourceMetrics: many(1, 'ResourceMetrics') },
  ExportLogsServiceRequest: { resourceLogs: many(1, 'ResourceLogs') },
  ExportTraceServiceRequest: { resourceSpans: many(1, 'ResourceSpans') },
  ResourceMetrics: { resource: one(1, 'Resource'), scopeMetrics: many(2, 'ScopeMetrics') },
  ResourceLogs: { resource: one(1, 'Resource'), scopeLogs: many(2, 'ScopeLogs') },
  ResourceSpans: { resource: one(1, 'Resource'), scopeSpans: many(2, 'ScopeSpans') },
  ScopeMetrics: { scope: one(1, 'InstrumentationScope'), metrics: many(2, 'Metric') },
  ScopeLogs: { scope: one(1, 'InstrumentationScope'), logRecords: many(2, 'LogRecord') },
  ScopeSpans: { scope: one(1, 'InstrumentationScope'), spans: many(2, 'Span') },
  Resource: { attributes: many(1, 'KeyValue') },
  InstrumentationScope: { name: one(1, 'string'), version: one(2, 'string') },
  KeyValue: { key: one(1, 'string'), value: one(2, 'AnyValue') },
  AnyValue: {
    stringValue: one(1, 'string'),
    boolValue: one(2, 'bool'),
    intValue: one(3, 'int64'),
    doubleValue: one(4, 'double'),
    arrayValue: one(5, 'ArrayValue'),
  },
  ArrayValue: { values: many(1, 'AnyValue') },
  Metric: {
    name: one(1, 'string'),
    description: one(2, 'string'),
    unit: one(3, 'string'),
    sum: one(7, 'Sum'),
  },
  Sum: {
    dataPoints: many(1, 'NumberDataPoint'),
    aggregationTemporality: one(2, 'enum'),
    isMonotonic: one(3, 'bool'),
  },
  NumberDataPoint: {
    startTimeUnixNano: one(2, 'fixed64'),
    timeUnixNano: one(3, 'fixed64'),
    asDouble: one(4, 'double'),
    attributes: many(7, 'KeyValue'),
  },
  LogRecord: {
    timeUnixNano: one(1, 'fixed64'),
    severityNumber: one(2, 'enum'),
    severityText: one(3, 'string'),
    body: one(5, 'AnyValue'),
    attributes: many(6, 'KeyValue'),
    traceId: one(9, 'id'),
    spanId: one(10, 'id'),
    observedTimeUnixNano: one(11, 'fixed64'),
  },
  Span: {
    traceId: one(1, 'id'),
    spanId: one(2, 'id'),
    traceState: one(3, 'string'),
    parentSpanId: one(4, 'id'),
    name: one(5, 'string'),
    kind: one(6, 'enum'),
    startTimeUnixNano: one(7, 'fixed64'),
    endTimeUnixNano: one(8, 'fixed64'),
    attributes: many(9, 'KeyValue'),
    events: many(11, 'SpanEvent'),
    status: one(15, 'Status'),
  },
  SpanEvent: { timeUnixNano: one(1, 'fixed64'), name: one(2, 'string'), attributes: many(3, 'KeyValue') },
  Status: { message: one(2, 'string'), code: one(3, 'enum') },
}

/** A message as a value: names of the table, ids as hex, times as bigint, what is absent left out. */
export type Wire = Readonly<Record<string, unknown>>

/** The fields of a message that a value has, in the order of the table. Throws for a name the table lacks. */
export const fieldsOf = (
  name: MessageName,
  value: Wire,
): readonly { readonly key: string; readonly field: Field; readonly items: readonly unknown[] }[] => {
  const row = MESSAGES[name]
  const unknown = Object.keys(value).find(key => !(key in row))
  if (unknown !== undefined) throw new Error(`${name} has no field ${unknown}`)
  return Object.entries(row).flatMap(([key, field]) => {
    const item = value[key]
    if (item === undefined) return []
    return [{ key, field, items: field.many ? (item as readonly unknown[]) : [item] }]
  })
}

export const isMessage = (kind: Field['kind']): kind is MessageName => kind in MESSAGES
