import { createHash, generateKeyPairSync, type KeyObject, sign } from 'node:crypto'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { tmpDir } from '../../../test/support/tmp-dir.ts'
import { nativeSource } from './native-update.ts'

const TARGET = `${process.platform}-${process.arch}`
const program = (version: string): Buffer => Buffer.from(`#!/bin/sh\necho "${version} (Capstan)"\n`)
const pair = generateKeyPairSync('ed25519')
const publicText = (key: KeyObject): string => key.export({ format: 'der', type: 'spki' }).toString('base64')

interface Release {
  readonly sent?: Buffer
  readonly sha256?: string
  readonly target?: string
  readonly signer?: KeyObject
  readonly changed?: (manifest: string) => string
  /** What the release names for those who would rather wait. */
  readonly stable?: object
}

/** A server with one release, and an old program that may take it. */
const openRelease = async ({
  sent = program('2.0.0'),
  sha256,
  target = TARGET,
  signer,
  changed,
  stable,
}: Release) => {
  const tmp = tmpDir()
  const digest = sha256 ?? createHash('sha256').update(sent).digest('hex')
  const files = { [target]: { url: 'capstan', sha256: digest } }
  const signed = JSON.stringify({
    version: '2.0.0',
    changes: '- Faster.',
    files,
    ...(stable && { stable: { files, ...stable } }),
  })
  const manifest = changed?.(signed) ?? signed
  const signature = sign(null, Buffer.from(signed), signer ?? pair.privateKey).toString('base64')
  const pages = new Map<string | undefined, string | Buffer>([
    ['/release.json', manifest],
    ['/release.json.sig', `${signature}\n`],
    ['/capstan', sent],
  ])
  const server = createServer((request, response) => {
    const page = pages.get(request.url)
    response.writeHead(page === undefined ? 404 : 200).end(page)
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as { port: number }
  const file = join(tmp.path, 'capstan')
  writeFileSync(file, program('1.0.0'), { mode: 0o755 })
  const env = {
    CAPSTAN_UPDATE_URL: `http://127.0.0.1:${port}/release.json`,
    CAPSTAN_UPDATE_KEY: publicText(pair.publicKey),
  }
  return {
    env,
    file,
    source: nativeSource(file, env),
    folder: tmp.path,
    async [Symbol.asyncDispose]() {
      server.close()
      server.closeAllConnections()
      await tmp[Symbol.asyncDispose]()
    },
  }
}

test('a signed release takes the place of the program, and says what changed', async () => {
  await using release = await openRelease({})
  expect(await release.source.newest()).toBe('2.0.0')
  expect(await release.source.install('2.0.0')).toBe('## 2.0.0\n\n- Faster.')
  expect(readFileSync(release.file)).toEqual(program('2.0.0'))
  expect(readdirSync(release.folder)).toEqual(['capstan'])
})

test.each<[string, Release, RegExp]>([
  [
    'signed by somebody else',
    { signer: generateKeyPairSync('ed25519').privateKey },
    /not signed with the expected key/,
  ],
  ['changed after it was signed', { changed: text => text.replace('2.0.0', '9.0.0') }, /not signed/],
  ['damaged on its way', { sha256: 'a'.repeat(64) }, /download is damaged, so nothing was changed/],
  ['for other machines only', { target: 'plan9-mips' }, /isn't available for/],
  ['of another version than it says', { sent: program('1.5.0') }, /does not start here/],
  ['no program', { sent: Buffer.from('no program') }, /update failed and nothing was changed/],
])('a release that is %s changes nothing', async (_, given, sentence) => {
  await using release = await openRelease(given)
  const act = async () => release.source.install((await release.source.newest()) ?? '')
  const error = await act().then(
    () => undefined,
    (reason: Error) => reason,
  )
  expect(error?.message).toMatch(sentence)
  expect(error?.message).not.toContain('\n')
  expect(readFileSync(release.file)).toEqual(program('1.0.0'))
  expect(readdirSync(release.folder)).toEqual(['capstan'])
})

test('without a place to look, or nobody there, a sentence says so', async () => {
  await expect(nativeSource('/nowhere', {}).newest()).rejects.toThrow(/no place to look for updates/)
  const env = { CAPSTAN_UPDATE_URL: 'http://127.0.0.1:9/release.json', CAPSTAN_UPDATE_KEY: 'x' }
  await expect(nativeSource('/nowhere', env).newest()).rejects.toThrow(/Can't reach the server for updates/)
})

test('of a description that never ends no more is read than one can be', async () => {
  let isOpen = true
  let sent = 0
  const piece = Buffer.alloc(64 * 1024)
  const server = createServer((_, response) => {
    response.on('close', () => {
      isOpen = false
    })
    const more = (): void => {
      // A program that reads on would read all of this.
      while (isOpen && sent < 64 * 1024 * 1024) {
        sent += piece.length
        if (!response.write(piece)) return void response.once('drain', more)
      }
      response.end()
    }
    more()
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as { port: number }
  const env = { CAPSTAN_UPDATE_URL: `http://127.0.0.1:${port}/release.json`, CAPSTAN_UPDATE_KEY: 'x' }
  await expect(nativeSource('/nowhere', env).newest()).rejects.toThrow(/too large/)
  expect(sent).toBeLessThan(32 * 1024 * 1024)
  server.close()
  server.closeAllConnections()
})

test.each([
  [{ version: '1.5.0' }, '1.5.0'],
  [undefined, undefined],
])('who waits for a stable version gets the one that the release names: %j', async (stable, version) => {
  await using release = await openRelease(stable ? { stable } : {})
  expect(await release.source.newest('stable')).toBe(version)
  expect(await release.source.newest('latest')).toBe('2.0.0')
})
