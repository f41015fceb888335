import { EventEmitter } from 'node:events'
import { type watch, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { makeDirectory } from '../../../test/support/tool-call.ts'
import { watchDirectory } from './watch-directory.ts'

/** As on a drive of Windows in WSL, or in a folder of another machine: the kernel says nothing of what others change. */
const silent = (() =>
  Object.assign(new EventEmitter(), { close: () => undefined })) as unknown as typeof watch
const refused = (() => {
  throw Object.assign(new Error('no space left'), { code: 'ENOSPC' })
}) as unknown as typeof watch

test.each([
  ['says nothing', silent],
  ['has no watch left', refused],
])('where the kernel %s changes are found by looking', async (_, start) => {
  const directory = makeDirectory()
  const { promise, resolve } = Promise.withResolvers<void>()
  const end = watchDirectory(directory, { wake: resolve, pollMs: 5, watch: start })
  writeFileSync(join(directory, 'a'), 'x')
  await promise
  end()
})

test('changes of other names wake nobody', async () => {
  const directory = makeDirectory()
  const woken: string[] = []
  const { promise, resolve } = Promise.withResolvers<void>()
  const options = { pollMs: 5, watch: silent }
  const one = watchDirectory(directory, { ...options, name: 'one', wake: () => void woken.push('one') })
  const other = watchDirectory(directory, {
    ...options,
    name: 'other',
    wake() {
      woken.push('other')
      resolve()
    },
  })
  writeFileSync(join(directory, 'other'), 'x')
  await promise
  one()
  other()
  expect(woken).toEqual(['other'])
})
