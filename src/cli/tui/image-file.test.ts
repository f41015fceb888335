import { execFileSync } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { describe, expect, test } from 'vitest'
import { tmpDir } from '../../../test/support/tmp-dir.ts'
import { pictureBlock, readImageFile } from './image-file.ts'

/** One red pixel. */
const PIXEL = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAIAAACQd1PeAAAADElEQVR4nGP4z8AAAAMBAQDJ/pLvAAAAAElFTkSuQmCC',
  'base64',
)
const BLOCK = {
  type: 'image',
  source: { type: 'base64', media_type: 'image/png', data: PIXEL.toString('base64') },
}

describe('readImageFile', () => {
  test('a picture is found by every name it may be given', async () => {
    await using tmp = tmpDir()
    const place = { cwd: tmp.path, home: join(tmp.path, 'home') }
    mkdirSync(place.home)
    writeFileSync(join(tmp.path, 'a b.png'), PIXEL)
    writeFileSync(join(place.home, 'at 9.41\u202fAM.png'), PIXEL)
    for (const name of [
      'a b.png',
      join(tmp.path, 'a b.png'),
      join(tmp.path, 'a%20b.png'),
      pathToFileURL(join(tmp.path, 'a b.png')).href,
      '~/at 9.41\u202fAM.png',
      '~/at 9.41 AM.png',
    ])
      expect(await readImageFile(name, place), name).toEqual(BLOCK)
  })

  test('what is no picture stays what it was', async () => {
    await using tmp = tmpDir()
    const place = { cwd: tmp.path, home: tmp.path }
    writeFileSync(join(tmp.path, 'text.png'), 'not a picture')
    writeFileSync(join(tmp.path, 'broken.png'), PIXEL.subarray(0, 40))
    mkdirSync(join(tmp.path, 'folder.png'))
    execFileSync('mkfifo', [join(tmp.path, 'pipe.png')])
    for (const name of [
      'text.png',
      'broken.png',
      'folder.png',
      'pipe.png',
      'absent.png',
      'file://far/away.png',
      'a\0.png',
    ])
      expect(await readImageFile(name, place), name).toBeUndefined()
  })
})

test('bytes of a clipboard become a picture only when they are one', async () => {
  expect(await pictureBlock(PIXEL, 'it')).toEqual(BLOCK)
  expect(await pictureBlock(Buffer.from('<html>'), 'it')).toBeUndefined()
})
