import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PassThrough } from 'node:stream'
import { deflateSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { thisProcess } from '../../lib/process/process-identity.ts'
import { keyNamed } from './actions/keys.ts'
import { launchArguments } from './launch-arguments.ts'
import { animatedPng } from './picture/animated-png.ts'
import { Pipe } from './pipe.ts'
import { browserProfile } from './profile.ts'

test.each([
  ['Enter', { key: 'Enter', keyCode: 13, modifiers: 0, text: '\r' }],
  ['Control+A', { key: 'A', code: 'KeyA', modifiers: 2 }],
  ['ctrl+shift+Escape', { key: 'Escape', modifiers: 10 }],
  ['a', { key: 'a', text: 'a', modifiers: 0 }],
  ['+', { key: '+', text: '+' }],
  ['F5', { key: 'F5', keyCode: 116 }],
  ['中', { key: '中', text: '中' }],
])('the key %s is known', (name, key) => {
  expect(keyNamed(name)).toMatchObject(key)
})

test.each(['', 'Hyper+A', 'Enterr', 'ab', 'F13'])('%j is no key', name => {
  expect(keyNamed(name)).toBeUndefined()
})

const WISH = { profile: '/p', window: false, enclosed: true, proxyPort: 4, width: 1, height: 2 }

test('the browser keeps its own sandbox unless that cannot be had, and has one way out', () => {
  const args = launchArguments(WISH)
  expect(args).not.toContain('--no-sandbox')
  expect(args.some(arg => arg.startsWith('--remote-debugging-port'))).toBe(false)
  expect(args).toEqual(
    expect.arrayContaining([
      '--remote-debugging-pipe',
      '--proxy-server=http://127.0.0.1:4',
      '--proxy-bypass-list=<-loopback>',
      '--headless',
    ]),
  )
  expect(launchArguments({ ...WISH, enclosed: false, window: true })).toContain('--no-sandbox')
  expect(launchArguments({ ...WISH, window: true })).not.toContain('--headless')
})

test('the profile of a run that was killed goes when the next begins; those of others stay', () => {
  const tmpDir = mkdtempSync(join(tmpdir(), 'capstan-profiles-'))
  const profileOf = (name: string, owner: unknown): void => {
    mkdirSync(join(tmpDir, name, 'Default'), { recursive: true })
    if (owner !== undefined) writeFileSync(join(tmpDir, name, 'capstan-owner.json'), JSON.stringify(owner))
  }
  try {
    const { pid } = spawnSync('true')
    profileOf('capstan-browser-killed', { ...thisProcess(), pid })
    profileOf('capstan-browser-alive', thisProcess())
    profileOf('capstan-browser-new', undefined)
    profileOf('somebody-else', { ...thisProcess(), pid })
    const profile = browserProfile('fresh', { kept: '', tmpDir })
    expect(
      readdirSync(tmpDir)
        .filter(name => join(tmpDir, name) !== profile.directory)
        .sort(),
    ).toEqual(['capstan-browser-alive', 'capstan-browser-new', 'somebody-else'])
    profile.remove()
    expect(existsSync(profile.directory)).toBe(false)
  } finally {
    rmSync(tmpDir, { recursive: true })
  }
})

const chunk = (type: string, data: Uint8Array): Buffer => {
  const length = Buffer.alloc(4)
  length.writeUInt32BE(data.length)
  return Buffer.concat([length, Buffer.from(type, 'latin1'), data, Buffer.alloc(4)])
}
const png = (width: number): Uint8Array => {
  const head = Buffer.alloc(13)
  head.writeUInt32BE(width)
  head.writeUInt32BE(1, 4)
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    chunk('IHDR', head),
    chunk('IDAT', deflateSync(Buffer.alloc(4))),
    chunk('IEND', Buffer.alloc(0)),
  ])
}
const kinds = (data: Uint8Array): readonly string[] => {
  const buffer = Buffer.from(data)
  const found: string[] = []
  for (let at = 8; at < buffer.length; at += 12 + buffer.readUInt32BE(at))
    found.push(buffer.toString('latin1', at + 4, at + 8))
  return found
}

test('pictures of one size become an animation; what is none, or another size, is left out', () => {
  const made = animatedPng([png(1), png(1), png(2), new Uint8Array([1, 2])].map(data => ({ data, ms: 100 })))
  expect(kinds(made ?? new Uint8Array())).toEqual(['IHDR', 'acTL', 'fcTL', 'IDAT', 'fcTL', 'fdAT', 'IEND'])
  expect(animatedPng([])).toBeUndefined()
})

const pipe = () => {
  const [to, from] = [new PassThrough(), new PassThrough()]
  const sent: string[] = []
  to.on('data', (data: Buffer) => sent.push(...String(data).split('\0').filter(Boolean)))
  return { from, sent, to, pipe: new Pipe(to, from) }
}
const drained = () => new Promise(resolve => setImmediate(resolve))

test('answers find their commands, whatever pieces they come in', async () => {
  const at = pipe()
  const first = at.pipe.send('A')
  const second = at.pipe.send('B', {}, { session: 's' })
  at.from.write('{"id":2,"result":{"b":1}}\0{"id":1,"er')
  at.from.write('ror":{"message":"no"}}\0')
  await expect(second).resolves.toEqual({ b: 1 })
  await expect(first).rejects.toMatchObject({ kind: 'refused', message: 'no' })
  expect(at.sent.map(text => JSON.parse(text))).toEqual([
    { id: 1, method: 'A', params: {} },
    { id: 2, method: 'B', params: {}, sessionId: 's' },
  ])
})

test('what a page makes too long is thrown away as it comes, and the next message is heard', async () => {
  const at = pipe()
  const heard: string[] = []
  at.pipe.listen(({ method }) => heard.push(method))
  const piece = Buffer.alloc(8 * 1024 * 1024, 'x')
  for (let i = 0; i < 5; i++) at.from.write(piece)
  at.from.write('\0{"method":"next","params":{}}\0')
  for (let i = 0; i < 20 && heard.length === 0; i++) await drained()
  expect(heard).toEqual(['next'])
})

test('nobody waits for a browser, or a page, that is gone', async () => {
  const at = pipe()
  const [ofPage, other] = [at.pipe.send('A', {}, { session: 's' }), at.pipe.send('B')]
  at.pipe.drop('s', 'crashed')
  await expect(ofPage).rejects.toMatchObject({ kind: 'crashed' })
  at.from.destroy()
  await expect(other).rejects.toMatchObject({ kind: 'closed' })
  await expect(at.pipe.send('C')).rejects.toMatchObject({ kind: 'closed' })
})
