import { mkdtempSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { inflateRawSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { findProgram } from '../packaging/vscode/src/find-program.ts'
import { wordsFor } from '../packaging/vscode/src/words.ts'
// @ts-expect-error the packer is a plain script without type declarations
import { checkManifest, packVsix } from '../scripts/pack-vscode.mjs'

const manifest = JSON.parse(readFileSync('packaging/vscode/package.json', 'utf8'))
const english = JSON.parse(readFileSync('packaging/vscode/package.nls.json', 'utf8'))

/** The files of a zip, by what its directory says of them. */
const unpack = (zip: Buffer): ReadonlyMap<string, string> => {
  const end = zip.lastIndexOf('PK\x05\x06')
  const files = new Map<string, string>()
  for (let at = zip.readUInt32LE(end + 16); at < end; ) {
    const [packed, length, start] = [20, 28, 42].map(each =>
      each === 28 ? zip.readUInt16LE(at + each) : zip.readUInt32LE(at + each),
    ) as [number, number, number]
    const name = zip.toString('utf8', at + 46, at + 46 + length)
    const data = start + 30 + zip.readUInt16LE(start + 26)
    expect(zip.toString('utf8', start + 30, data)).toBe(name)
    files.set(name, inflateRawSync(zip.subarray(data, data + packed)).toString())
    at += 46 + length
  }
  return files
}

test('the package of the extension is small, the same each time, and has what an installer reads', async () => {
  const directory = mkdtempSync(join(tmpdir(), 'capstan-vsix-'))
  const zip = readFileSync(await packVsix(directory))
  expect(readFileSync(await packVsix(directory))).toEqual(zip)
  expect(zip.length).toBeLessThan(100_000)
  const files = unpack(zip)
  expect([...files.keys()].toSorted()).toEqual([
    '[Content_Types].xml',
    'extension.vsixmanifest',
    'extension/LICENSE.txt',
    'extension/README.md',
    'extension/dist/extension.cjs',
    'extension/media/bridge.js',
    'extension/media/icon.svg',
    'extension/media/theme.css',
    'extension/package.json',
    'extension/package.nls.json',
    'extension/package.nls.zh-cn.json',
  ])
  const version = readFileSync('VERSION', 'utf8').trim()
  expect(files.get('extension.vsixmanifest')).toContain(`Version="${version.split('-')[0]}"`)
  expect(files.get('[Content_Types].xml')).toContain('Extension=".vsixmanifest"')
  expect(files.get('extension/dist/extension.cjs')).not.toMatch(/telemetry/i)
})

test.each([
  [
    'a setting that a folder could make',
    { configuration: { properties: { x: { scope: 'resource' } } } },
    'x: a folder',
  ],
  [
    'a menu without its command',
    { menus: { 'view/title': [{ command: 'capstan.x' }] } },
    'capstan.x: in a menu',
  ],
  ['a view in no container', { views: { other: [] } }, 'views.other'],
])('a manifest with %s is refused', (_, change, says) => {
  const wrong = { ...manifest, version: '1.0.0', contributes: { ...manifest.contributes, ...change } }
  expect(() => checkManifest(wrong, [english])).toThrow(says)
})

test.each([
  ['en', /WSL: Reopen Folder in WSL/],
  ['zh-cn', /不能直接在 Windows 上运行/],
])('on Windows itself the extension (%s) looks for no program and names WSL', (language, said) => {
  const place = { path: '/usr/bin:/bin', folders: [], words: wordsFor(language) }
  expect(() => findProgram('sh', { ...place, platform: 'win32' })).toThrow(said)
  expect(findProgram('sh', { ...place, platform: 'linux' })).toMatch(/\/sh$/)
})
