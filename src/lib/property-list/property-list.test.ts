import { expect, test } from 'vitest'
import { ListError } from './list-json.ts'
import { propertyListJson } from './property-list.ts'

const read = (text: string | Buffer, maxChars = 100_000) =>
  propertyListJson(typeof text === 'string' ? Buffer.from(text) : text, { maxChars })
const xml = (inner: string) =>
  `<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
<plist version="1.0">\n${inner}\n</plist>\n`

test.each([
  ['<true/>', 'true'],
  ['<false></false>', 'false'],
  ['<integer>-5</integer>', '-5'],
  ['<integer>0x1F</integer>', '31'],
  ['<integer>12345678901234567890</integer>', '12345678901234567890'],
  ['<real>0.5</real>', '0.5'],
  ['<string/>', '""'],
  ['<string>a &lt;b&gt; &amp;amp; &#x4e2d;&#25991; "q"</string>', '"a <b> &amp; 中文 \\"q\\""'],
  ['<string>a<!-- no --><![CDATA[<&b>]]> c</string>', '"a<&b> c"'],
  ['<data>\n  AAE=\n</data>', '"AAE="'],
  ['<date>2026-11-19T01:02:03Z</date>', '"2026-11-19T01:02:03Z"'],
  ['<array/>', '[]'],
  ['<!-- c --><array><string>a</string><dict/></array>', '["a",{}]'],
  ['<dict><key>a</key><true/><key>a</key><false/></dict>', '{"a":true,"a":false}'],
  ['<dict><key>__proto__</key><dict><key>x</key><integer>1</integer></dict></dict>', '{"__proto__":{"x":1}}'],
])('the text %s is %s', (text, json) => {
  expect(read(xml(text))).toBe(json)
})

test.each([
  '',
  '<true/><true/>',
  'text',
  '<string>a',
  '<string>a</array>',
  '<string>&own;</string>',
  '<dict><true/></dict>',
  '<dict><key>a</key></dict>',
  '<dict><key>a</key>text</dict>',
  '<integer>1.5</integer>',
  '<integer></integer>',
  '<real>x</real>',
  '<real>inf</real>',
  '<set/>',
  '<string>&#x110000;</string>',
  '<array>'.repeat(70) + '</array>'.repeat(70),
])('the text %s is refused', text => {
  expect(() => read(xml(text))).toThrow(ListError)
})

test.each([
  '',
  '{"a": 1}',
  '<plist><true/>',
  '<plist><true/></plist><true/>',
  'bplist17',
  '<!DOCTYPE x [<!ENTITY a "b">]>',
])('%j is no property list', text => {
  expect(() => read(text)).toThrow(ListError)
})

/** As another program writes it. */
const BINARY = Buffer.from(
  'YnBsaXN0MDDdAQIDBAUGBwgJCgsMDQ4PEBESExQVKjEzNjdfEBVhbGxvd01hbmFnZWRIb29rc09ubHlTYmlnXxARY2xlYW51cFBlcmlvZERheXNUZGF0YVVlbXB0eVRoYWxmVGh1Z2VUbG9uZ1twZXJtaXNzaW9uc1RzYW1lV3NhbmRib3hUdGV4dFR3aGVuCRP/////////+xAeQgAB0CM/4AAAAAAAABMAAAEAAAAAAK8QFBYXGBkaGxwdHh8gISIjJCUmJygpEAAQARACEAMQBBAFEAYQBxAIEAkQChALEAwQDRAOEA8QEBAREBIQE9IrLC0wVGRlbnlfEBxkaXNhYmxlQnlwYXNzUGVybWlzc2lvbnNNb2Rloi4vXxAWUmVhZCgvL2V0Yy9zZWNyZXRzLyoqKW0AQgBhAHMAaAAoAGcAcgD2AN8AZQAgACoAKVdkaXNhYmxlojIyUWHRNDVXZW5hYmxlZAhfEBR4eHh4eHh4eHh4eHh4eHh4eHh4eDNByFdBBYAAAAAIACMAOwA/AFMAWABeAGMAaABtAHkAfgCGAIsAkACRAJoAnACfAKAAqQCyAMkAywDNAM8A0QDTANUA1wDZANsA3QDfAOEA4wDlAOcA6QDrAO0A7wDxAPYA+wEaAR0BNgFRAVkBXAFeAWEBaQFqAYEAAAAAAAACAQAAAAAAAAA4AAAAAAAAAAAAAAAAAAABig==',
  'base64',
)

test('the form of bytes says the same', () => {
  expect(JSON.parse(read(BINARY))).toEqual({
    allowManagedHooksOnly: true,
    big: -5,
    cleanupPeriodDays: 30,
    data: 'AAE=',
    empty: {},
    half: 0.5,
    huge: 1_099_511_627_776,
    long: Array.from({ length: 20 }, (_, index) => index),
    permissions: {
      deny: ['Read(//etc/secrets/**)', 'Bash(größe *)'],
      disableBypassPermissionsMode: 'disable',
    },
    same: ['a', 'a'],
    sandbox: { enabled: false },
    text: 'x'.repeat(20),
    when: '2026-11-19T01:02:03Z',
  })
})

test('whatever bytes are damaged, it is text of JSON or refused, and never long', () => {
  for (let at = 8; at < BINARY.length; at += 1)
    for (const value of [0, 0x0f, 0x80, 0xaf, 0xdf, 0xff]) {
      const damaged = Buffer.from(BINARY)
      damaged[at] = value
      try {
        expect(read(damaged, 5000).length).toBeLessThan(10_000)
      } catch (error) {
        expect(error, `${at}: ${value}`).toBeInstanceOf(ListError)
      }
    }
  for (let length = 8; length < BINARY.length; length += 7)
    expect(() => read(BINARY.subarray(0, length))).toThrow(ListError)
})

test('a list that holds itself, or one thing many times over, is refused', () => {
  const list = (objects: readonly (readonly number[])[]): Buffer => {
    const offsets = objects.map((_, index) => 8 + objects.slice(0, index).flat().length)
    const table = 8 + objects.flat().length
    const trailer = Buffer.alloc(32)
    trailer.set([1, 1], 6)
    trailer.set([objects.length], 15)
    trailer.set([table], 31)
    return Buffer.concat([Buffer.from('bplist00'), Buffer.from([...objects.flat(), ...offsets]), trailer])
  }
  expect(
    read(
      list([
        [0xa1, 1],
        [0x51, 0x61],
      ]),
    ),
  ).toBe('["a"]')
  expect(() => read(list([[0xa1, 0]]))).toThrow('too deep')
  const doubled = Array.from({ length: 30 }, (_, index) => [0xa2, index + 1, index + 1])
  expect(() => read(list([...doubled, [0x09]]))).toThrow('too long')
})

test('keys of the outermost map can be left out', () => {
  const text = xml(
    '<dict><key>PayloadUUID</key><true/><key>a</key><dict><key>PayloadUUID</key><true/></dict></dict>',
  )
  const limits = { maxChars: 1000, leaveOut: /^Payload/ }
  expect(propertyListJson(Buffer.from(text), limits)).toBe('{"a":{"PayloadUUID":true}}')
})
