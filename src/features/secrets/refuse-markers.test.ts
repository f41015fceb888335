import { expect, test } from 'vitest'
import { ToolError } from '../../protocol/tool.ts'
import { markedCommand, refuseMarkers } from './refuse-markers.ts'

const MARKER = '[secret:github-token:ab12]'

test.each([
  ['utf8', Buffer.from(`é ${MARKER}`)],
  ['utf16le', Buffer.from(`\ufeffé ${MARKER}`, 'utf16le')],
  ['utf16be', Buffer.from(`\ufeffé ${MARKER}`, 'utf16le').swap16()],
])('a marker is kept out of a file in %s', (_encoding, after) => {
  expect(() => refuseMarkers('/a', undefined, after)).toThrow(ToolError)
  expect(() => refuseMarkers('/a', Buffer.from('x'), after)).toThrow(/\[secret:github-token:ab12\] into \/a/)
  expect(() => refuseMarkers('/a', after, after)).not.toThrow()
})

test.each(['[secret:x]', '[secret:Kind:ab12]', '[secret:a:xyz1]', 'secret: [secret:', 'plain'])(
  '%s is no marker',
  text => {
    expect(() => refuseMarkers('/a', undefined, Buffer.from(text))).not.toThrow()
    expect(markedCommand([{ kind: 'shell', command: text }])).toBe(undefined)
  },
)

test('a command with a marker is refused, whatever else the call does', () => {
  const command = `cat > .env <<E\nTOKEN=${MARKER}\nE`
  expect(
    markedCommand([
      { kind: 'read', path: '/a' },
      { kind: 'shell', command },
    ])?.text,
  ).toMatch(/^The command contains \[secret:github-token:ab12\]\..* Nothing was run\./)
  expect(markedCommand([{ kind: 'read', path: MARKER }])).toBe(undefined)
})
