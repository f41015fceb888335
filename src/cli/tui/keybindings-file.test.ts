import { mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { tmpDir } from '../../../test/support/tmp-dir.ts'
import { watchKeybindings } from './keybindings-file.ts'

/** What was told, and a promise for the next word. */
const listen = (files: readonly string[]) => {
  const told: [string | undefined, string][] = []
  let wake = (): void => {}
  const stop = watchKeybindings(files, (text, path) => {
    told.push([text, path])
    wake()
  })
  const heard = async (count: number): Promise<void> => {
    while (told.length < count)
      await new Promise<void>(resolve => {
        wake = resolve
      })
  }
  return { told, heard, [Symbol.dispose]: stop }
}

test('the first file that is there counts, now and after every change', async () => {
  await using tmp = tmpDir()
  const ours = join(tmp.path, 'config', 'keybindings.json')
  const theirs = join(tmp.path, 'other', 'keybindings.json')
  mkdirSync(join(tmp.path, 'other'))
  writeFileSync(theirs, 'theirs')
  using keys = listen([ours, theirs])
  expect(keys.told).toEqual([['theirs', theirs]])
  mkdirSync(join(tmp.path, 'config'))
  writeFileSync(ours, 'ours')
  await keys.heard(2)
  // As editors save: another file takes the name.
  writeFileSync(`${ours}~`, 'changed')
  renameSync(`${ours}~`, ours)
  await keys.heard(3)
  writeFileSync(ours, 'once more')
  await keys.heard(4)
  rmSync(ours)
  await keys.heard(5)
  expect(keys.told.slice(1)).toEqual([
    ['ours', ours],
    ['changed', ours],
    ['once more', ours],
    ['theirs', theirs],
  ])
})

test('without a file there are no bindings; one that cannot be read is told as empty', async () => {
  await using tmp = tmpDir()
  const file = join(tmp.path, 'keybindings.json')
  {
    using keys = listen([file])
    expect(keys.told).toEqual([[undefined, file]])
  }
  writeFileSync(file, Buffer.from([0xff, 0xfe, 0x00]))
  using keys = listen([file])
  expect(keys.told).toEqual([['', file]])
})
