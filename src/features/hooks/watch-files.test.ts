import { EventEmitter } from 'node:events'
import { rmSync, symlinkSync, type watch, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { makeDirectory } from '../../../test/support/tool-call.ts'
import { type FileEvent, watchFiles } from './watch-files.ts'

/** As on a drive of Windows in WSL. */
const silent = (() =>
  Object.assign(new EventEmitter(), { close: () => undefined })) as unknown as typeof watch

test('where the kernel says nothing changes of the files are found by looking, each once', async () => {
  const directory = makeDirectory()
  const file = join(directory, 'a')
  const told: FileEvent[] = []
  let wake = Promise.withResolvers<void>()
  const files = watchFiles(
    (_, event) => {
      told.push(event)
      wake.resolve()
    },
    { pollMs: 5, watch: silent },
  )
  const happens = async (change: () => void): Promise<void> => {
    wake = Promise.withResolvers()
    change()
    await wake.promise
  }
  files.follow([file])
  await happens(() => writeFileSync(file, 'one'))
  await happens(() => writeFileSync(file, 'longer'))
  await happens(() => rmSync(file))
  symlinkSync('loop', join(directory, 'loop'))
  files.follow([join(directory, 'loop')])
  await happens(() => writeFileSync(file, 'again'))
  files.stop()
  expect(told).toEqual(['add', 'change', 'unlink', 'add'])
})
