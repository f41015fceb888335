import { expect, test } from 'vitest'
import { decodeOtlp, hasOtlpDecoder } from '../../../../test/support/otlp-collector.ts'
import { anyValue, keyValues, nanos } from './attributes.ts'
import { encodeJson } from './encode-json.ts'
import { encodeProtobuf } from './encode-protobuf.ts'
import type { MessageName, Wire } from './messages.ts'

/** By hand from the wire format of protocol buffers. */
test.each<[string, MessageName, Wire, string]>([
  ['a text', 'AnyValue', { stringValue: 'hé' }, '0a0368c3a9'],
  ['an empty text is still a value', 'AnyValue', { stringValue: '' }, '0a00'],
  ['no', 'AnyValue', { boolValue: false }, '1000'],
  ['a number over several bytes', 'AnyValue', { intValue: 300 }, '18ac02'],
  ['a negative number', 'AnyValue', { intValue: -1 }, '18ffffffffffffffffff01'],
  ['a fraction', 'AnyValue', { doubleValue: 0.5 }, '21000000000000e03f'],
  ['a list', 'AnyValue', { arrayValue: { values: [{ stringValue: 'a' }] } }, '2a050a030a0161'],
  ['a pair', 'KeyValue', { key: 'k', value: { boolValue: true } }, '0a016b12021001'],
  ['times and ids', 'LogRecord', { timeUnixNano: 1n, traceId: '00ff' }, '0901000000000000004a0200ff'],
  ['an enum in a message', 'Status', { message: 'x', code: 2 }, '1201781802'],
])('in protocol buffers: %s', (_, name, value, hex) => {
  expect(Buffer.from(encodeProtobuf(name, value)).toString('hex')).toBe(hex)
})

test('in JSON ids are hex, numbers of 64 bits are text, enums and fractions are numbers', () => {
  const value = {
    timeUnixNano: 1_700_000_000_000_000_001n,
    severityNumber: 9,
    body: anyValue('x'),
    attributes: keyValues({ whole: 3, half: 0.5, on: true, list: ['a'], none: undefined }),
    traceId: '0af7',
  }
  expect(JSON.parse(encodeJson('LogRecord', value))).toEqual({
    timeUnixNano: '1700000000000000001',
    severityNumber: 9,
    body: { stringValue: 'x' },
    attributes: [
      { key: 'whole', value: { intValue: '3' } },
      { key: 'half', value: { doubleValue: 0.5 } },
      { key: 'on', value: { boolValue: true } },
      { key: 'list', value: { arrayValue: { values: [{ stringValue: 'a' }] } } },
    ],
    traceId: '0af7',
  })
})

test('a name that the schema lacks is a fault of ours, in either form', () => {
  for (const encode of [encodeJson, encodeProtobuf])
    expect(() => encode('Span', { spanid: '00' })).toThrow('Span has no field spanid')
})

test('times keep their microseconds', () => {
  expect(nanos(1_700_000_000_123.456)).toBe(1_700_000_000_123_456_000n)
})

test.runIf(hasOtlpDecoder())('the official decoder reads every kind of field as it was meant', () => {
  const span = {
    traceId: '0af7651916cd43dd8448eb211c80319c',
    spanId: 'b7ad6b7169203331',
    parentSpanId: '00f067aa0ba902b7',
    name: 'n',
    kind: 1,
    startTimeUnixNano: 1_700_000_000_000_000_000n,
    endTimeUnixNano: 1_700_000_000_000_000_001n,
    attributes: keyValues({ a: 'ü', b: -5, c: 1.25, d: false, e: ['x', 'y'] }),
    events: [{ timeUnixNano: 5n, name: 'e', attributes: keyValues({ f: 1 }) }],
    status: { message: 'm', code: 2 },
  }
  const message = {
    resourceSpans: [
      {
        resource: { attributes: keyValues({ 'service.name': 's' }) },
        scopeSpans: [{ scope: { name: 'scope', version: '1' }, spans: [span] }],
      },
    ],
  }
  const bytes = encodeProtobuf('ExportTraceServiceRequest', message)
  const json = JSON.parse(encodeJson('ExportTraceServiceRequest', message)) as Wire
  const read = JSON.parse(JSON.stringify(decodeOtlp('traces', bytes))) as Wire
  expect(read).toEqual(json)
})
